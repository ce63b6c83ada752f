#include "spl/statistics/effects/rate_interval.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <vector>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {
namespace {

// P(X >= count), X the number of `of` trials that come true.
double at_least(std::size_t count, std::size_t of, double probability) {
  double sum = 0;
  for (std::size_t i = count; i <= of; ++i) {
    const auto came = static_cast<double>(i);
    const auto failed = static_cast<double>(of - i);
    const double ways =
        std::exp(std::lgamma(static_cast<double>(of) + 1) -
                 std::lgamma(came + 1) - std::lgamma(failed + 1));
    sum +=
        ways * std::pow(probability, came) * std::pow(1 - probability, failed);
  }
  return sum;
}

TEST(RateInterval, HoldsWhatTheTrialsDoNotRefute) {
  for (const std::size_t of : {1, 10, 57}) {
    for (std::size_t count = 0; count <= of; ++count) {
      SCOPED_TRACE(count);
      const RateInterval interval = rate_interval(count, of);
      if (count > 0) {
        EXPECT_NEAR(at_least(count, of, interval.lower), 0.025, 1e-9);
      }
      if (count < of) {
        EXPECT_NEAR(1 - at_least(count + 1, of, interval.upper), 0.025, 1e-9);
      }
    }
  }
}

TEST(RateInterval, EndsAtCertainty) {
  EXPECT_EQ(rate_interval(0, 10).lower, 0);
  EXPECT_NEAR(rate_interval(0, 10).upper, 1 - std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(rate_interval(10, 10).upper, 1);
}

TEST(RateInterval, IsNarrowerWithLessConfidence) {
  EXPECT_GT(rate_interval(5, 10, 0.5).lower, rate_interval(5, 10).lower);
  EXPECT_LT(rate_interval(5, 10, 0.5).upper, rate_interval(5, 10).upper);
}

// With clusters of one trial each that are independent it is, but for the
// degrees of freedom of their variance, the one above.
TEST(ClusteredRateInterval, IsThatOfTrialsWhereClustersAreTrials) {
  const std::vector<double> shares = {0, 1, 0, 0, 1, 0, 0, 0, 1, 0};
  const RateInterval interval = clustered_rate_interval(shares, 10);
  // 0.3 * 0.7 * 10 / (2.1 / 9) = 9 trials.
  EXPECT_NEAR(interval.lower, boost::math::ibeta_inv(2.7, 7.3, 0.025), 1e-12);
  EXPECT_NEAR(interval.upper, boost::math::ibetac_inv(3.7, 6.3, 0.025), 1e-12);
}

// Mean 0.25, variance 0.0075: 0.1875 * 3 / 0.0075 = 75 independent trials, and
// (1.97 / 4.30)^2 of them as the variance is of three numbers.
TEST(ClusteredRateInterval, HasTheTrialsThatClustersAreWorth) {
  const std::vector<double> shares = {0.2, 0.2, 0.35};
  const double less =
      std::pow(student_quantile(0.025, 299) / student_quantile(0.025, 2), 2);
  const double trials = 0.1875 * 3 / 0.0075 * less;
  const RateInterval interval = clustered_rate_interval(shares, 300);
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
              rate_interval(20, 40).lower, 1e-4);
}

TEST(ClusteredRateInterval, TakesClustersThatAreAlikeForTrials) {
  const std::vector<double> none(8, 0.0);
  EXPECT_EQ(clustered_rate_interval(none, 224).lower, 0);
  EXPECT_NEAR(clustered_rate_interval(none, 224).upper,
              rate_interval(0, 8).upper, 1e-12);
  const std::vector<double> one = {1.0};
  EXPECT_NEAR(clustered_rate_interval(one, 28).lower, rate_interval(1, 1).lower,
              1e-12);
  EXPECT_EQ(clustered_rate_interval(one, 28).upper, 1);
  EXPECT_EQ(clustered_rate_interval({}, 0).upper, 1);
}

TEST(RateInterval, KnowsNothingWithoutTrials) {
  EXPECT_EQ(rate_interval(0, 0).lower, 0);
  EXPECT_EQ(rate_interval(0, 0).upper, 1);
}

}  // namespace
}  // namespace spl::statistics
