#include "spl/statistics/effects/level_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "tests/statistics/close.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;
using testing::ElementsAre;
using testing::IsEmpty;

using Values = std::vector<double>;

LevelPlan planned(const Hierarchy& data, const Values& costs,
                  const WantedPrecision& wanted = {}) {
  return level_plan(data, costs, wanted);
}

std::string refusal(const Values& costs, const WantedPrecision& wanted) {
  try {
    (void)level_plan(kK3, costs, wanted);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// Kalibera and Jones, 6.1: executions add nothing, and where a new binary costs
// ten measurements, 19 of each are the best.
TEST(LevelPlan, IsTheWorkedExample) {
  const LevelPlan merged = planned(kK3.merged(2), {10});
  EXPECT_THAT(merged.kept, ElementsAre(1, 2));
  EXPECT_THAT(*merged.counts, ElementsAre(19));
  const LevelPlan reduced = planned(kK3, {2, 8});
  EXPECT_THAT(reduced.kept, ElementsAre(1, 3));
  EXPECT_THAT(reduced.costs, ElementsAre(10));
  EXPECT_THAT(*reduced.counts, ElementsAre(19));
  ASSERT_EQ(reduced.variances.size(), 2U);
  EXPECT_CLOSE(reduced.variances[0], 12.7222222222, kTolerance);
  EXPECT_CLOSE(reduced.variances[1], 0.381944444444, kTolerance);
  EXPECT_CLOSE(reduced.half_width.value(), 4.68870710953 / 6.5, kTolerance);
}

TEST(LevelPlan, HasTheOptimaOfTheEarlierPapers) {
  const LevelPlan plan = planned(kK3, {10, 300});
  ASSERT_TRUE(plan.observed_counts);
  EXPECT_CLOSE(plan.observed_counts->at(0), 7.99193141499, kTolerance);
  EXPECT_CLOSE(plan.observed_counts->at(1), 4.66415972764, kTolerance);
  // Eq 23: four benchmarks share a build.
  const LevelPlan shared = planned(kK3, {10, 300.0 / 4});
  EXPECT_CLOSE(shared.observed_counts->at(1), 2.33207986382, kTolerance);
}

// 19 measurements of a binary give the variance 12.722/19 + 0.3819 = 1.0515.
TEST(LevelPlan, HasTheFewestItemsForThePrecision) {
  for (const double half_width : {0.3, 0.1, 0.01}) {
    const LevelPlan plan = planned(kK3, {2, 8}, {half_width, 0.95});
    ASSERT_TRUE(plan.top_count);
    const auto width = [](double items) {
      return student_quantile(0.025, items - 1) *
             std::sqrt((12.7222222222 / 19 + 0.381944444444) / items);
    };
    EXPECT_LE(width(*plan.top_count), half_width * 6.5);
    if (*plan.top_count > 2) {
      EXPECT_GT(width(*plan.top_count - 1), half_width * 6.5);
    }
    EXPECT_EQ(plan.cost, (19 + 10) * *plan.top_count);
  }
}

// Eq 11 with S_top^2, whatever the costs are.
TEST(LevelPlan, HasTheItemsThatThePrecisionTakesWithCountsAsTheyAre) {
  const auto width = [](double items) {
    return student_quantile(0.025, items - 1) * std::sqrt(3.5625 / items);
  };
  for (const Values& costs : {Values{2, 8}, Values{0, 0}}) {
    const double items =
        planned(kK3, costs, {0.1, 0.95}).top_count_as_is.value();
    EXPECT_LE(width(items), 0.65);
    EXPECT_GT(width(items - 1), 0.65);
  }
  EXPECT_FALSE(planned(Hierarchy({2, 1}, {1, 2}), {1}).top_count_as_is);
}

TEST(LevelPlan, OfMoreLevelsHasTheVarianceOfTheMean) {
  const LevelPlan plan = planned(kQ4, {5, 20, 400}, {0.2, 0.9});
  EXPECT_THAT(plan.kept, ElementsAre(1, 2, 3, 4));
  ASSERT_TRUE(plan.counts);
  const Values& r = *plan.counts;
  ASSERT_EQ(r.size(), 3U);
  // Eq 10 by the components of the known answers.
  const double variance = 0.123333333333 / (r[0] * r[1] * r[2]) +
                          0.310277777778 / (r[1] * r[2]) +
                          0.73787037037 / r[2] + 0.637685185185;
  const double top = plan.top_count.value();
  const auto width = [&](double items) {
    return student_quantile(0.05, items - 1) * std::sqrt(variance / items);
  };
  EXPECT_LE(width(top), 0.2 * 3.81944444444);
  EXPECT_GT(width(top - 1), 0.2 * 3.81944444444);
  Values counts = r;
  counts.push_back(top);
  EXPECT_EQ(plan.cost, experiment_cost(counts, Values{5, 20, 400}));
}

TEST(LevelPlan, NeedsMeasurementsOnlyIfNothingElseVaries) {
  const Hierarchy equal({2, 2, 2}, {1, 2, 1, 2, 1, 2, 1, 2});
  const LevelPlan plan = planned(equal, {10, 300}, {0.1, 0.95});
  EXPECT_THAT(plan.kept, ElementsAre(1));
  EXPECT_THAT(plan.costs, IsEmpty());
  EXPECT_THAT(*plan.counts, IsEmpty());
  EXPECT_EQ(plan.cost, plan.top_count.value());
  EXPECT_FALSE(plan.observed_counts);
}

TEST(LevelPlan, HasNoOptimumWithoutVarianceOrCost) {
  const LevelPlan steady = planned(Hierarchy({2, 2}, {1, 1, 2, 2}), {10});
  EXPECT_FALSE(steady.counts);
  EXPECT_FALSE(steady.top_count);
  EXPECT_FALSE(planned(kQ4, {0, 20, 400}).counts);
  const LevelPlan centred = planned(Hierarchy({2, 2}, {-3, -1, 1, 3}), {10});
  EXPECT_TRUE(centred.counts);
  EXPECT_FALSE(centred.top_count);  // No fraction of a mean of 0.
  EXPECT_FALSE(centred.half_width);
}

TEST(LevelPlan, NamesWhatItCannotUse) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({10}, {}), "3 levels have 2 costs, but there are 1");
  EXPECT_EQ(refusal({10, -1}, {}), "a cost is not finite and at least 0");
  EXPECT_EQ(refusal({kInfinite, 1}, {}), "a cost is not finite and at least 0");
  EXPECT_EQ(refusal({1, 1}, {0, 0.95}), "a precision must be above 0");
  EXPECT_EQ(refusal({1, 1}, {0.1, 1}),
            "a confidence must be between 0 and 1, but is 1.000000");
}

}  // namespace
}  // namespace spl::statistics
