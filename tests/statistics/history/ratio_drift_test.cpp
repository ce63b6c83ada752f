#include "spl/statistics/history/ratio_drift.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace spl::statistics {
namespace {

/// 22 ratios that rise to so many times the first, off the line by turns.
std::vector<RatioPoint> drifting(double off, double times = 1.015) {
  std::vector<RatioPoint> points;
  for (std::size_t i = 0; i < 22; ++i) {
    const double ratio =
        std::exp(std::log(times) * static_cast<double>(i) / 21 +
                 (i % 2 == 0 ? off : -off));
    points.push_back({10 * i, ratio, ratio, ratio});
  }
  return points;
}

TEST(RatioDrift, IsThatOfAStraightLine) {
  const auto found = ratio_drift(drifting(0), 0.98);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->factor, 1.015, 1e-12);
  EXPECT_NEAR(found->lower, 1.015, 1e-6);
  EXPECT_LT(found->p, 1e-9);
}

TEST(RatioDrift, HasAnIntervalByTheScatterOfThePoints) {
  const auto found = ratio_drift(drifting(0.003), 0.98);
  ASSERT_TRUE(found);
  EXPECT_LT(found->p, 0.001);
  EXPECT_GT(found->lower, 1.005);
  EXPECT_LT(found->lower, 1.015);
  EXPECT_GT(found->upper, 1.015);
  EXPECT_LT(found->upper, 1.025);
  EXPECT_GT(ratio_drift(drifting(0.1, 1), 0.98)->p, 0.1);
}

TEST(RatioDrift, IsAbsentWhereNothingVariesOrPointsAreFew) {
  std::vector<RatioPoint> points = drifting(0);
  EXPECT_FALSE(ratio_drift(std::span(points).first(9), 0.98));
  for (RatioPoint& one : points) one.ratio = 1;
  EXPECT_FALSE(ratio_drift(points, 0.98));
}

}  // namespace
}  // namespace spl::statistics
