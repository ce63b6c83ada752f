#include "spl/statistics/interpretations/mean_ratio.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "spl/statistics/interpretations/block_contrasts.hpp"

namespace spl::statistics {
namespace {

constexpr std::size_t kUnits = 12;

std::vector<RunSeries> series(const std::vector<double>& levels) {
  std::vector<RunSeries> result;
  for (const double level : levels) {
    result.push_back({level, std::vector<double>(kUnits, 0.0)});
  }
  return result;
}

/// The ratio with its limits at 90 %.
struct Found {
  double estimate;
  double lower;
  double upper;
};

Found ratio(const std::vector<RunSeries>& typical,
            const std::vector<RunSeries>& plain,
            const std::vector<double>& coefficients, double constant = 0) {
  const UnitMeans means{typical, plain, coefficients, 0, constant};
  const RelativeLevels levels(typical, coefficients);
  const MeanRatio found(
      means, are_alike_in_form(coefficients, constant) ? nullptr : &levels);
  return {found.estimate(), found.lower(0.9), found.upper(0.9)};
}

// A run of the right side takes 1300 where others take 100: means are 10 and
// 200. At their ratio, 1/20, that run is 60 below the others, with the weight
// 5. Limits of a Poisson number of 1, as in mean_limits_test.cpp, then make 0
// +- sqrt(11.512925^2 + (5 - 0.526803)^2) above and 19.4486 - 5 below.
TEST(MeanRatio, IsThatOfMeansHoweverSlowTheRightSideIs) {
  const auto typical = series({10, 100});
  auto plain = typical;
  plain[1].excesses[7] = 1200;
  const auto found = ratio(typical, plain, {1, -1});
  EXPECT_DOUBLE_EQ(found.estimate, 0.05);
  EXPECT_NEAR(found.upper, 0.05 * (1 + 1.23514), 1e-6);
  EXPECT_NEAR(found.lower, 0.05 / (1 + 1.44486), 1e-6);
}

TEST(MeanRatio, IsMirrored) {
  auto typical = series({10, 100});
  typical[0].excesses = {0.1, -0.2, 0.3, 0, 0.2, -0.1, 0, 0.1, 0, -0.3, 0, 0};
  auto plain = typical;
  plain[0].excesses[3] = 4;
  plain[1].excesses[7] = 1200;
  const auto one = ratio(typical, plain, {1, -1});
  std::swap(typical[0], typical[1]);
  std::swap(plain[0], plain[1]);
  const auto other = ratio(typical, plain, {1, -1});
  EXPECT_NEAR(one.estimate * other.estimate, 1, 1e-12);
  EXPECT_NEAR(one.lower * other.upper, 1, 1e-9);
  EXPECT_NEAR(one.upper * other.lower, 1, 1e-9);
}

TEST(MeanRatio, IsExactWhereNothingVaries) {
  const auto levels = series({30, 10, 0});
  for (const auto& found : {ratio(levels, levels, {1, -4, 0}),
                            ratio(levels, levels, {1, 0, 0}, -40)}) {
    EXPECT_DOUBLE_EQ(found.estimate, 0.75);
    EXPECT_DOUBLE_EQ(found.lower, 0.75);
    EXPECT_DOUBLE_EQ(found.upper, 0.75);
  }
}

// One run in twelve takes 22 instead of 10; its weight is 1. The mean is 11,
// with 11 + 2.88972 and, as an unseen fast run would have that weight too,
// 11 - sqrt(2.302585^2 + (1 - 0.105361)^2).
TEST(MeanRatio, OfALimitVariesWithTheOtherSide) {
  const auto typical = series({10});
  auto plain = typical;
  plain[0].excesses[0] = 12;
  const auto found = ratio(typical, plain, {1}, -1000);
  EXPECT_DOUBLE_EQ(found.estimate, 0.011);
  EXPECT_NEAR(found.upper, 0.01388972, 1e-7);
  EXPECT_NEAR(found.lower, 0.011 - 0.002470289, 1e-7);
}

// A left side without time has no scale: both sides stay as they are.
TEST(MeanRatio, OfNothingIsZero) {
  const auto levels = series({0, 10});
  const auto found = ratio(levels, levels, {1, -1});
  EXPECT_EQ(found.estimate, 0);
  EXPECT_EQ(found.lower, 0);
  EXPECT_EQ(found.upper, 0);
}

TEST(MeanRatio, NeedsARightSide) {
  const auto levels = series({10, 0});
  const UnitMeans means{levels, levels, {1, -1}};
  EXPECT_FALSE(MeanRatio(means, nullptr).exists());
}

TEST(MeanRatio, ReachesOneAtItsLevel) {
  auto typical = series({0.1, 0.1});
  typical[0].excesses = {1, 1.5, 2, 0.5, 1.2, 0.8, 1.1, 0.9, 1, 1, 1, 1};
  const UnitMeans means{typical, typical, {1, -10}};
  const MeanRatio found(means, nullptr);
  const double level = found.level_of_greater();
  EXPECT_GT(level, 1e-6);
  EXPECT_LT(level, 0.2);
  EXPECT_NEAR(found.lower(1 - level), 1, 1e-6);
  EXPECT_EQ(found.level_of_less(), 0.5);
}

}  // namespace
}  // namespace spl::statistics
