#include "spl/statistics/effects/variance_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/statistics/close.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;
using ::testing::ElementsAre;

constexpr auto kTop = MeanIntervalForm::kTopLevel;

// Kalibera and Jones' worked example of section 6.1 is K3 and, without its
// executions, K3.merged(2).
TEST(VarianceComponents, AreKnown) {
  struct Case {
    const char* name;
    Hierarchy data;
    double mean;
    std::vector<double> observed, components;
  };
  for (const Case& c : {
           Case{"K3",
                kK3,
                6.5,
                {16.5, 2.58333333333, 3.5625},
                {16.5, -5.66666666667, 2.27083333333}},
           Case{"K2",
                kK3.merged(2),
                6.5,
                {12.7222222222, 3.5625},
                {12.7222222222, 0.381944444444}},
           Case{
               "Q4",
               kQ4,
               3.81944444444,
               {0.123333333333, 0.351388888889, 0.913564814815, 1.09446759259},
               {0.123333333333, 0.310277777778, 0.73787037037, 0.637685185185}},
           Case{"A",
                as_hierarchy(kA),
                102.709635,
                {0.38832832425, 1.90304536517},
                {0.38832832425, 1.82537970032}},
           Case{"2013, 6.2",
                Hierarchy({3}, {7.75, 12.25, 11.5}),
                10.5,
                {5.8125},
                {5.8125}},
       }) {
    SCOPED_TRACE(c.name);
    const VarianceComponents result = variance_components(c.data);
    EXPECT_CLOSE(result.mean, c.mean, kTolerance);
    ASSERT_EQ(result.observed.size(), c.observed.size());
    for (std::size_t i = 0; i < c.observed.size(); ++i) {
      EXPECT_CLOSE(result.observed[i].value(), c.observed[i], kTolerance);
      EXPECT_CLOSE(result.components[i].value(), c.components[i], kTolerance);
    }
  }
}

// S^2 and R^2 of Definition 4.8 are the variances of two levels. Those near
// 10^9 are exact but for the last digits.
TEST(VarianceComponents, AreThoseOfTheParametricTest) {
  Lists scaled = lists(kB);
  for (auto& run : scaled) {
    for (double& observation : run) observation *= 1.02;
  }
  struct Case {
    const char* name;
    Sample sample;
    double within, between;
  };
  for (const Case& c : {
           Case{"A", kA, 0.38832832425, 1.90304536517},
           Case{"B", kB, 0.35544347, 1.19636073637},
           Case{"1.02 B", Sample(scaled), 0.369803386188, 1.24469371012},
           Case{"C", kC, 0.502604166667, 1.6962890625},
           Case{"D", kD, 0.491666666667, 0.411111111111},
           Case{"E", kE, 0.711805555556, 0.168402777778},
           Case{"F", kF, 0.477430555556, 0.115162037037},
       }) {
    SCOPED_TRACE(c.name);
    const auto observed = variance_components(as_hierarchy(c.sample)).observed;
    EXPECT_CLOSE(observed[0].value(), c.within, kTolerance);
    EXPECT_CLOSE(observed[1].value(), c.between, kTolerance);
  }
}

TEST(VarianceComponents, AreUndefinedWhereNothingIsRepeated) {
  // Executions are not repeated: neither their component is defined nor that
  // of the binaries above.
  const VarianceComponents result =
      variance_components(Hierarchy({2, 1, 2}, {1, 3, 5, 7}));
  EXPECT_THAT(result.observed, ElementsAre(2, std::nullopt, 8));
  EXPECT_THAT(result.components, ElementsAre(2, std::nullopt, std::nullopt));
}

TEST(VarianceComponents, SurviveALargeCommonOffset) {
  std::vector<double> values;
  for (const double value : kK3.values()) values.push_back(value + 1e9);
  const VarianceComponents result =
      variance_components(Hierarchy({2, 2, 3}, values));
  EXPECT_EQ(result.mean, 1e9 + 6.5);
  EXPECT_CLOSE(result.components[2].value(), 2.27083333333, kTolerance);
}

TEST(VarianceComponents, MergeLevelsThatAddNothing) {
  const Reduced reduced = without_idle_levels(kK3);
  EXPECT_THAT(reduced.kept, ElementsAre(1, 3));
  EXPECT_EQ(reduced.data.count(1), 4u);
  EXPECT_EQ(reduced.data.count(2), 3u);
  EXPECT_THAT(without_idle_levels(kQ4).kept, ElementsAre(1, 2, 3, 4));
  // The highest level, too: equal binaries, then nothing but measurements.
  const Hierarchy equal({2, 2, 2}, {1, 2, 1, 2, 1, 2, 1, 2});
  EXPECT_THAT(without_idle_levels(equal).kept, ElementsAre(1));
}

TEST(OptimumCounts, AreKnown) {
  using Values = std::vector<double>;
  struct Case {
    const char* name;
    Values variances, costs, counts;
  };
  for (const Case& c : {
           Case{"K2, eq 14",
                {12.7222222222, 0.381944444444},
                {10},
                {18.2507783147}},
           Case{"eq 14",
                {16, 4, 1.5},
                {19, 4800},
                {8.71779788708, 25.9554273809}},
           Case{"K3, 2006 eq 21",
                {16.5, 2.58333333333, 3.5625},
                {10, 300},
                {7.99193141499, 4.66415972764}},
           // Eq 23 divides the cost of a build by q = 4.
           Case{"K3, 2006 eq 23",
                {16.5, 2.58333333333, 3.5625},
                {10, 300.0 / 4},
                {7.99193141499, 2.33207986382}},
           Case{"A, 2005 eq 8",
                {0.38832832425, 1.90304536517},
                {40},
                {2.85696525932}},
       }) {
    SCOPED_TRACE(c.name);
    const Values counts = optimum_counts(c.variances, c.costs);
    ASSERT_EQ(counts.size(), c.counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      EXPECT_CLOSE(counts[i], c.counts[i], kTolerance);
    }
  }
}

// The estimates of K2 as computed, and rounded as in the paper's tables.
TEST(OptimumCounts, RoundedUpAreThePapers) {
  using Values = std::vector<double>;
  struct Case {
    Values variances, costs, counts;
  };
  for (const Case& c : {
           Case{{12.7222222222, 0.381944444444}, {10}, {19}},
           Case{{12.7, 0.4}, {10}, {18}},
           Case{{16, 4, 1.5}, {19, 4800}, {9, 26}},
           Case{{0.38832832425, 1.90304536517}, {40}, {3}},
       }) {
    Values counts = optimum_counts(c.variances, c.costs);
    for (double& count : counts) count = std::ceil(count);
    EXPECT_EQ(counts, c.counts);
  }
}

// Worked by hand.
TEST(ExperimentCost, IsThatOfAllLevels) {
  using Values = std::vector<double>;
  EXPECT_EQ(experiment_cost(Values{30}, Values{}), 30);
  // Ten runs of 20 observations after a warm-up of 5.
  EXPECT_EQ(experiment_cost(Values{20, 10}, Values{5}), (20 + 5) * 10);
  // Builds of 4800, 26 executions of each.
  EXPECT_EQ(experiment_cost(Values{9, 26, 7}, Values{19, 4800}),
            ((9 + 19) * 26 + 4800) * 7);
}

// The optimum is one: at the same cost no counts nearby have a smaller variance
// of the mean (eq 10).
TEST(ExperimentCost, BuysTheMostAtTheOptimum) {
  using Values = std::vector<double>;
  const Values variances = {16, 4, 1.5};
  const Values costs = {19, 4800};
  const auto variance_at_unit_cost = [&](double first, double second) {
    const Values counts = {first, second, 1};
    const double variance =
        variances[0] / (first * second) + variances[1] / second + variances[2];
    return variance * experiment_cost(counts, costs);
  };
  const Values best = optimum_counts(variances, costs);
  const double least = variance_at_unit_cost(best[0], best[1]);
  for (const double factor : {0.8, 0.95, 1.05, 1.25}) {
    EXPECT_GT(variance_at_unit_cost(best[0] * factor, best[1]), least);
    EXPECT_GT(variance_at_unit_cost(best[0], best[1] * factor), least);
  }
}

TEST(MeanInterval, IsKnownInItsPublishedForms) {
  struct Case {
    const char* name;
    Hierarchy data;
    double level;
    MeanIntervalForm form;
    double mean, half_width;
  };
  const Hierarchy binary_means({3}, {7.75, 12.25, 11.5});
  const Hierarchy first_run({5}, lists(kA).front());
  for (const Case& c : {
           Case{"K3", kK3, 0.95, kTop, 6.5, 4.68870710953},
           Case{"K2", kK3.merged(2), 0.95, kTop, 6.5, 4.68870710953},
           Case{"Q4", kQ4, 0.95, kTop, 3.81944444444, 2.59882551029},
           Case{"A", as_hierarchy(kA), 0.95, kTop, 102.709635, 2.19510682392},
           Case{"2013, 6.2", binary_means, 0.95, kTop, 10.5, 5.98903913358},
           Case{"one level", first_run, 0.99, kTop, 102.21954, 1.27439189182},
           Case{"2005 eq 5", as_hierarchy(kA), 0.95,
                MeanIntervalForm::kSummedNormal, 102.709635, 1.37920446794},
           Case{"2005 small", as_hierarchy(kA), 0.95,
                MeanIntervalForm::kSummedStudent, 102.709635, 1.49175336044},
           Case{"2006 eq 17", kK3, 0.95, MeanIntervalForm::kSummedNormal, 6.5,
                3.39082580867},
       }) {
    SCOPED_TRACE(c.name);
    const auto interval = mean_interval(c.data, c.level, c.form);
    ASSERT_TRUE(interval);
    EXPECT_CLOSE(interval->mean, c.mean, kTolerance);
    EXPECT_CLOSE(interval->half_width, c.half_width, kTolerance);
  }
}

TEST(MeanInterval, IsAbsentWithoutRepetition) {
  const Hierarchy one_binary({2, 1}, {1, 2});
  EXPECT_FALSE(mean_interval(one_binary, 0.95, kTop));
  EXPECT_FALSE(
      mean_interval(one_binary, 0.95, MeanIntervalForm::kSummedNormal));
  EXPECT_THROW((void)mean_interval(kK3, 1, kTop), std::invalid_argument);
}

}  // namespace
}  // namespace spl::statistics
