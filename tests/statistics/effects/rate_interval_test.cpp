#include "spl/statistics/effects/rate_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

TEST(RateInterval, KnowsNothingWithoutTrials) {
  EXPECT_EQ(rate_interval(0, 0).lower, 0);
  EXPECT_EQ(rate_interval(0, 0).upper, 1);
}

}  // namespace
}  // namespace spl::statistics
