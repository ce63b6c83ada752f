#include "spl/statistics/effects/fieller.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/moments.hpp"
#include "tests/statistics/close.hpp"
#include "tests/statistics/known_samples.hpp"

namespace spl::statistics {
namespace {

using namespace known;
using Kind = FiellerSet::Kind;

struct TopLevel {
  double count, mean, variance;  ///< The variance is that of the mean.
};

TopLevel top_level(const Hierarchy& data) {
  const auto count = static_cast<double>(data.count(data.level_count()));
  const VarianceComponents found = variance_components(data);
  return {count, found.mean, found.observed.back().value() / count};
}

TEST(Fieller, FindsEveryKindOfSet) {
  struct Case {
    MeanPair means;
    double t;
    FiellerSet set;
  };
  for (const Case& c : {
           Case{{6, 0.3, 4, 0.2, 0},
                3,
                {Kind::kBounded, 0.974944610712, 2.40533707943}},
           Case{{6, 0.3, 4, 0.2, 0.1},
                3,
                {Kind::kBounded, 1.07787122295, 2.17564990381}},
           Case{{3, 0.5, 1.5, 0.9, 0},
                2,
                {Kind::kExclusive, -7.37020047213, 0.703533805463}},
           Case{{0.2, 0.5, 1.5, 0.9, 0}, 2, {Kind::kWholeLine, 0, 0}},
           Case{{6, 0, 4, 0, 0}, 3, {Kind::kBounded, 1.5, 1.5}},
           Case{{6, 1, 0, 0, 0}, 3, {Kind::kWholeLine, 0, 0}},
       }) {
    const FiellerSet set = fieller(c.means, c.t);
    EXPECT_EQ(set.kind, c.set.kind);
    EXPECT_CLOSE(set.lower, c.set.lower, kTolerance);
    EXPECT_CLOSE(set.upper, c.set.upper, kTolerance);
  }
}

TEST(Fieller, IsKnownForIndependentSystems) {
  const auto kEqual = FiellerForm::kEqualCounts;
  const auto kSatterthwaite = FiellerForm::kSatterthwaite;
  struct Case {
    const char* name;
    Hierarchy above, below;
    double level;
    FiellerForm form;
    double lower, upper;
  };
  const Hierarchy a = as_hierarchy(kA);
  const Hierarchy b = as_hierarchy(kB);
  const Hierarchy c = as_hierarchy(kC);
  const Hierarchy d = as_hierarchy(kD);
  for (const Case& row : {
           Case{"A/B", a, b, 0.95, kEqual, 0.990845242497, 1.04681639816},
           Case{"A/B", a, b, 0.95, kSatterthwaite, 0.99696162237,
                1.04045964619},
           Case{"A/B", a, b, 0.9, kEqual, 0.99800036791, 1.0393861623},
           Case{"A/B", a, b, 0.9, kSatterthwaite, 1.00142008554, 1.03586445759},
           Case{"C/D", c, d, 0.95, kSatterthwaite, 0.875969392578,
                1.34962330461},
           Case{"Q4", item(kQ4, 1), item(kQ4, 0), 0.8, kEqual, 0.866352365089,
                2.79388724179},
           Case{"Q4", item(kQ4, 1), item(kQ4, 0), 0.8, kSatterthwaite,
                1.1182296045, 2.23679258264},
       }) {
    SCOPED_TRACE(row.name);
    const FiellerSet set = fieller(row.above, row.below, row.level, row.form);
    ASSERT_EQ(set.kind, Kind::kBounded);
    EXPECT_CLOSE(set.lower, row.lower, kTolerance);
    EXPECT_CLOSE(set.upper, row.upper, kTolerance);
  }
}

TEST(Fieller, HasKnownDegreesOfFreedomAtTheEstimate) {
  struct Case {
    const char* name;
    Hierarchy above, below;
    double df;
  };
  for (const Case& c : {
           Case{"A/B", as_hierarchy(kA), as_hierarchy(kB), 5.74534523992},
           Case{"C/D", as_hierarchy(kC), as_hierarchy(kD), 2.7304398215},
           Case{"Q4", item(kQ4, 1), item(kQ4, 0), 1.96032439613},
       }) {
    SCOPED_TRACE(c.name);
    const TopLevel above = top_level(c.above);
    const TopLevel below = top_level(c.below);
    const MeanPair means = {above.mean, above.variance, below.mean,
                            below.variance, 0};
    EXPECT_CLOSE(fieller_df(means, above.count, below.count), c.df, kTolerance);
  }
}

// The inversion of the test on blocks is Fieller's interval with the covariance
// of the pairs; covariance by the polarisation of variances.
TEST(Fieller, OfPairsIsTheInversionOfTheTestOnBlocks) {
  const auto left = run_statistics(kA, RunStatistic::kMean);
  const auto right = run_statistics(kB, RunStatistic::kMean);
  std::vector<double> sum;
  for (std::size_t i = 0; i < left.size(); ++i) {
    sum.push_back(left[i] + right[i]);
  }
  const Moments of_left = moments(left);
  const Moments of_right = moments(right);
  const double covariance =
      (moments(sum).variance() - of_left.variance() - of_right.variance()) / 2;
  const FiellerSet set =
      fieller({of_left.mean(), of_left.variance() / 4, of_right.mean(),
               of_right.variance() / 4, covariance / 4},
              student_quantile(0.05, 3));
  const RatioInterval inverted = blocks_ratio(
      {{{{1, &kA}}, 0}, {{{1, &kB}}, 0}}, 0.05, RunStatistic::kMean);
  EXPECT_CLOSE(set.lower, *inverted.lower, 1e-8);
  EXPECT_CLOSE(set.upper, *inverted.upper, 1e-8);
}

TEST(Fieller, RefusesWhatItNeedsMoreOf) {
  const Hierarchy c = as_hierarchy(kC);
  const Hierarchy d = as_hierarchy(kD);
  const Hierarchy single({2, 1}, {1, 2});
  EXPECT_THROW((void)fieller(c, d, 0.95, FiellerForm::kEqualCounts),
               std::invalid_argument);
  EXPECT_THROW((void)fieller(c, single, 0.95, FiellerForm::kSatterthwaite),
               std::invalid_argument);
  EXPECT_THROW((void)fieller(c, d, 1, FiellerForm::kSatterthwaite),
               std::invalid_argument);
}

}  // namespace
}  // namespace spl::statistics
