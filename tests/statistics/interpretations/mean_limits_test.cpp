#include "spl/statistics/interpretations/mean_limits.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace spl::statistics {
namespace {

BlockContrasts contrasts(std::vector<double> values) {
  return {0, std::move(values), 0};
}

// One event of size 1 in ten units: weights are 1/10, so the limits above are a
// tenth of those of a Poisson number of 1, which solve exp(-x) (1 + x) = 0.1:
// 3.88972, and exp(-x) = 0.9: 0.105361. Below nothing was seen, but may come
// with the same weight: exp(-x) = 0.1: 2.302585. So the lower limit is
// 0.1 - sqrt(0.2302585^2 + (0.1 - 0.0105361)^2).
TEST(MeanLimits, OfOneEventAreThoseOfAPoissonNumber) {
  const std::vector<double> plain = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
  const MeanLimits limits(contrasts(std::vector<double>(10, 0.0)), plain);
  EXPECT_DOUBLE_EQ(limits.mean(), 0.1);
  EXPECT_DOUBLE_EQ(limits.centre(), 0);
  EXPECT_NEAR(limits.upper(0.9), 0.388972, 1e-6);
  EXPECT_NEAR(limits.lower(0.9), -0.147027, 1e-6);
}

TEST(MeanLimits, AreMirrored) {
  const std::vector<double> plain = {0.1, -0.2, 5, -0.1, 0.2, -1, 0.3};
  std::vector<double> mirrored = plain;
  for (double& one : mirrored) one = -one;
  const MeanLimits limits(contrasts(plain), plain);
  const MeanLimits other(contrasts(mirrored), mirrored);
  EXPECT_NEAR(limits.upper(0.99), -other.lower(0.99), 1e-12);
  EXPECT_NEAR(limits.lower(0.9), -other.upper(0.9), 1e-12);
}

TEST(MeanLimits, AreTheCentreWhereNothingIsOffIt) {
  const std::vector<double> equal(5, 2.5);
  const MeanLimits limits(contrasts(equal), equal);
  EXPECT_EQ(limits.upper(0.9), 2.5);
  EXPECT_EQ(limits.lower(0.9), 2.5);
}

// Eleven contrasts about 1 and one far off: the median is 1, so are twice the
// median distance 0.2 and the steps (sum of the others' distances 0, plus 0.2).
TEST(HuberCentre, IsHardlyMovedByWhatIsFarOff) {
  std::vector<double> values = {1,   0.9, 1.1, 0.9, 1.1, 0.9,
                                1.1, 0.9, 1.1, 0.9, 1.1, 100};
  EXPECT_NEAR(huber_centre(contrasts(values)), 1.02, 0.03);
  values.back() = 1e9;
  EXPECT_NEAR(huber_centre(contrasts(values)), 1.02, 0.03);
}

}  // namespace
}  // namespace spl::statistics
