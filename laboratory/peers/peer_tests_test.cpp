#include "laboratory/peers/peer_tests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "spl/statistics/distributions.hpp"

namespace spl::bench {
namespace {

using statistics::Finding;

// Of all ways to deal the ranks to sides of these sizes, the share of those in
// which U is as far from its middle as `deviation`, or farther.
double enumerated_p(std::size_t m, std::size_t n, double deviation) {
  std::vector<bool> is_left(m + n, false);
  std::fill(is_left.begin(), is_left.begin() + static_cast<long>(m), true);
  double all = 0;
  double far = 0;
  do {
    double above = 0;
    double right_below = 0;
    for (const bool left : is_left) {
      if (left)
        above += right_below;
      else
        ++right_below;
    }
    ++all;
    far += std::abs(above - static_cast<double>(m * n) / 2) >= deviation;
  } while (std::prev_permutation(is_left.begin(), is_left.end()));
  return far / all;
}

// Nine numbers 1, 3, 5 ... and as many after the first `shift` of them.
std::vector<double> left_side() {
  std::vector<double> numbers;
  for (int i = 0; i < 9; ++i) numbers.push_back(2 * i);
  return numbers;
}

std::vector<double> right_side(int shift) {
  std::vector<double> numbers = left_side();
  for (double& number : numbers) number += 2 * shift + 1;
  return numbers;
}

// The example in the manual of SciPy's mannwhitneyu: U is 17, p = 0.11134688...
// asymptotically and 1/9 exactly.
TEST(MannWhitney, IsKnown) {
  const std::vector<double> males = {19, 22, 16, 29, 24};
  const std::vector<double> females = {20, 11, 17, 12};
  EXPECT_NEAR(mann_whitney_p(males, females), 0.11134688653314041, 1e-12);
  EXPECT_NEAR(mann_whitney_p(females, males), 0.11134688653314041, 1e-12);
  EXPECT_NEAR(enumerated_p(5, 4, 7), 1.0 / 9, 1e-12);
}

TEST(MannWhitney, IsNearTheEnumeratedProbability) {
  for (int shift = 0; shift < 9; ++shift) {
    SCOPED_TRACE(shift);
    const double above = (9.0 - shift) * (8.0 - shift) / 2;
    EXPECT_NEAR(mann_whitney_p(left_side(), right_side(shift)),
                enumerated_p(9, 9, 40.5 - above), 0.01);
  }
}

TEST(MannWhitney, CorrectsForTies) {
  // U = 1, its mean 3, its variance 6/12 (6 - (27 - 3)/(5 * 4)) = 2.4.
  EXPECT_NEAR(mann_whitney_p({1, 2, 2}, {2, 3}),
              2 * statistics::normal_tail(1.5 / std::sqrt(2.4)), 1e-12);
}

TEST(MannWhitney, IsCertainInTheMiddle) {
  EXPECT_EQ(mann_whitney_p({1, 4}, {2, 3}), 1);
}

TEST(MannWhitney, TellsTheSlowerSide) {
  EXPECT_EQ(mann_whitney(right_side(8), left_side(), 0.05), Finding::kGreater);
  EXPECT_EQ(mann_whitney(left_side(), right_side(8), 0.05), Finding::kLess);
  EXPECT_EQ(mann_whitney(left_side(), right_side(0), 0.05),
            Finding::kIndistinct);
  EXPECT_EQ(mann_whitney({1, 1}, {1, 1}, 0.05), Finding::kIndistinct);
}

TEST(MannWhitney, HoldsItsLevel) {
  const std::vector<double> left = {19, 22, 16, 29, 24};
  const std::vector<double> right = {20, 11, 17, 12};
  EXPECT_EQ(mann_whitney(left, right, 0.12), Finding::kGreater);
  EXPECT_EQ(mann_whitney(left, right, 0.11), Finding::kIndistinct);
}

// t = 2.449490 with 4 degrees of freedom: two-sided p = 0.0705.
TEST(WelchOnTimes, HoldsItsLevelBothWays) {
  const std::vector<double> low = {1, 2, 3};
  const std::vector<double> high = {3, 4, 5};
  EXPECT_NEAR(2 * statistics::student_tail(std::sqrt(6), 4), 0.0705, 1e-4);
  EXPECT_EQ(welch_on_times(low, high, 0.08), Finding::kLess);
  EXPECT_EQ(welch_on_times(high, low, 0.08), Finding::kGreater);
  EXPECT_EQ(welch_on_times(low, high, 0.06), Finding::kIndistinct);
}

// With clusters of one trial each that are independent it is, but for the
// degrees of freedom of their variance, the one above.
TEST(ClusteredRateInterval, IsThatOfTrialsWhereClustersAreTrials) {
  const std::vector<double> shares = {0, 1, 0, 0, 1, 0, 0, 0, 1, 0};
  const statistics::RateInterval interval = clustered_rate_interval(shares, 10);
  // 0.3 * 0.7 * 10 / (2.1 / 9) = 9 trials.
  EXPECT_NEAR(interval.lower, boost::math::ibeta_inv(2.7, 7.3, 0.025), 1e-12);
  EXPECT_NEAR(interval.upper, boost::math::ibetac_inv(3.7, 6.3, 0.025), 1e-12);
}

// Mean 0.25, variance 0.0075: 0.1875 * 3 / 0.0075 = 75 independent trials, and
// (1.97 / 4.30)^2 of them as the variance is of three numbers.
TEST(ClusteredRateInterval, HasTheTrialsThatClustersAreWorth) {
  const std::vector<double> shares = {0.2, 0.2, 0.35};
  const double less = std::pow(statistics::student_quantile(0.025, 299) /
                                   statistics::student_quantile(0.025, 2),
                               2);
  const double trials = 0.1875 * 3 / 0.0075 * less;
  const statistics::RateInterval interval =
      clustered_rate_interval(shares, 300);
  EXPECT_NEAR(interval.lower,
              boost::math::ibeta_inv(trials * 0.25, trials * 0.75 + 1, 0.025),
              1e-12);
  EXPECT_NEAR(interval.upper,
              boost::math::ibetac_inv(trials * 0.25 + 1, trials * 0.75, 0.025),
              1e-12);
}

TEST(ClusteredRateInterval, NeverHasMoreTrialsThanThereWere) {
  const std::vector<double> shares = {0.5, 0.5, 0.5, 0.4999};
  EXPECT_NEAR(clustered_rate_interval(shares, 40).lower,
              statistics::rate_interval(20, 40).lower, 1e-4);
}

TEST(ClusteredRateInterval, TakesClustersThatAreAlikeForTrials) {
  const std::vector<double> none(8, 0.0);
  EXPECT_EQ(clustered_rate_interval(none, 224).lower, 0);
  EXPECT_NEAR(clustered_rate_interval(none, 224).upper,
              statistics::rate_interval(0, 8).upper, 1e-12);
  const std::vector<double> one = {1.0};
  EXPECT_NEAR(clustered_rate_interval(one, 28).lower,
              statistics::rate_interval(1, 1).lower, 1e-12);
  EXPECT_EQ(clustered_rate_interval(one, 28).upper, 1);
  EXPECT_EQ(clustered_rate_interval({}, 0).upper, 1);
}

}  // namespace
}  // namespace spl::bench
