#include "spl/statistics/effects/unlike_ratio.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace spl::statistics {
namespace {

/// The statistics of runs about a time, which they differ from by that share.
RunSeries series(double time, double share, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0, share);
  RunSeries result;
  result.offset = time;
  for (int unit = 0; unit < 20; ++unit) {
    result.excesses.push_back(time * normal(random));
  }
  return result;
}

// The noise of a large right side hardly matters for the ratio of a small left
// side, however much larger than the left side it is.
TEST(UnlikeRatio, IsAboveZeroBesideALargeNoisySide) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<RunSeries> all{series(13, 0.02, 3 * seed),
                                     series(13, 0.02, 3 * seed + 1),
                                     series(2200, 0.12, 3 * seed + 2)};
    const std::vector<double> coefficients{1, -1, -1};
    const auto ratio = unlike_ratio(all, coefficients, 0, 0.005);
    ASSERT_TRUE(ratio && ratio->lower && ratio->upper);
    EXPECT_GT(*ratio->lower, 0.004) << seed;
    EXPECT_LT(*ratio->lower, *ratio->estimate);
    EXPECT_NEAR(*ratio->estimate, 0.0059, 0.0008);
    EXPECT_LT(*ratio->estimate, *ratio->upper);
    EXPECT_LT(*ratio->upper, 0.008) << seed;
  }
}

TEST(UnlikeRatio, IsThatToALimit) {
  const std::vector<RunSeries> all{series(100, 0.01, 1)};
  const std::vector<double> coefficients{1};
  const auto ratio = unlike_ratio(all, coefficients, -50, 0.01);
  ASSERT_TRUE(ratio && ratio->lower && ratio->upper);
  EXPECT_NEAR(*ratio->estimate, 2, 0.02);
  EXPECT_NEAR(*ratio->upper - *ratio->lower, 2 * 2.54 * 0.02 / 4.47, 0.01);
}

TEST(UnlikeRatio, HasNoIntervalWithoutALevel) {
  const std::vector<RunSeries> all{series(100, 0.01, 1)};
  const std::vector<double> coefficients{1};
  const auto ratio = unlike_ratio(all, coefficients, -50, 0);
  ASSERT_TRUE(ratio);
  EXPECT_TRUE(ratio->estimate);
  EXPECT_FALSE(ratio->lower || ratio->upper);
}

TEST(UnlikeRatio, IsAbsentIfASideIsNotAboveZero) {
  const std::vector<RunSeries> all{series(100, 0.01, 1)};
  const std::vector<double> coefficients{1};
  EXPECT_FALSE(unlike_ratio(all, coefficients, 0, 0.01));
}

// With much noise t may not find the left side above 0.
TEST(UnlikeRatio, TakesALimitThatIsMissingOnALogScale) {
  const std::vector<RunSeries> all{series(100, 2, 5), series(100, 0.01, 6),
                                   series(10, 0.01, 7)};
  const std::vector<double> coefficients{1, -1, -1};
  const auto ratio = unlike_ratio(all, coefficients, 0, 0.001);
  ASSERT_TRUE(ratio && ratio->lower && ratio->upper);
  EXPECT_TRUE(ratio->is_on_log_scale);
  EXPECT_GT(*ratio->lower, 0);
  EXPECT_GT(*ratio->upper, *ratio->estimate);
}

}  // namespace
}  // namespace spl::statistics
