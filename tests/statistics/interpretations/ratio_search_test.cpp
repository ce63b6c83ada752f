#include "spl/statistics/interpretations/ratio_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spl::statistics {
namespace {

/// Rejects ratios below `lower` and above `upper` at any level.
TestOfRatio rejects_outside(double lower, double upper) {
  return [=](double ratio) {
    return PartTest{ratio < lower ? 0.0 : 1.0, ratio > upper ? 0.0 : 1.0};
  };
}

TEST(RatioSearch, FindsTheEndsFromAnyGuess) {
  for (const double guess : {0.001, 0.97, 1.2, 1.31, 400.0}) {
    const RatioSet found =
        search_ratios(rejects_outside(0.97, 1.31), guess, 0.01);
    EXPECT_NEAR(found.lower, 0.97, 1e-4) << guess;
    EXPECT_NEAR(found.upper, 1.31, 1e-4) << guess;
  }
}

TEST(RatioSearch, EndsOutsideOfWhatIsKept) {
  const RatioSet found = search_ratios(rejects_outside(0.97, 1.31), 1, 0.01);
  EXPECT_LT(found.lower, 0.97);
  EXPECT_GT(found.upper, 1.31);
}

TEST(RatioSearch, FindsNoEndWhereNothingIsRejected) {
  const RatioSet found = search_ratios(
      [](double ratio) {
        return PartTest{1, ratio > 3 ? 0.001 : 1};
      },
      1, 0.01);
  EXPECT_EQ(found.lower, 0);
  EXPECT_NEAR(found.upper, 3, 1e-3);
  const RatioSet all =
      search_ratios([](double) { return PartTest{}; }, 1, 0.01);
  EXPECT_EQ(all.lower, 0);
  EXPECT_TRUE(std::isinf(all.upper));
}

TEST(RatioSearch, TakesGapsForKept) {
  // Rejects 1.1 to 1.5, but nothing from there to 2.
  const RatioSet found = search_ratios(
      [](double ratio) {
        const bool is_rejected = ratio > 2 || (ratio > 1.1 && ratio < 1.5);
        return PartTest{ratio < 0.9 ? 0.0 : 1.0, is_rejected ? 0.0 : 1.0};
      },
      1, 0.01);
  EXPECT_NEAR(found.upper, 2, 1e-3);
}

TEST(RatioSearch, EndsNearlyAtASingleRatio) {
  const RatioSet found = search_ratios(rejects_outside(2, 2), 2, 0.01);
  EXPECT_NEAR(found.lower, 2, 1e-11);
  EXPECT_NEAR(found.upper, 2, 1e-11);
}

TEST(RatioSet, OfBothCrossesIfThereIsNone) {
  const RatioSet found = common({1, 2}, {3, 4});
  EXPECT_EQ(found.lower, 3);
  EXPECT_EQ(found.upper, 2);
}

TEST(BalancedRatio, IsTheGuessWhereNoRatioBalances) {
  const auto constant = [](double) {
    Estimate estimate;
    estimate.value = 1;
    estimate.variance = 1;
    return estimate;
  };
  EXPECT_EQ(balanced_ratio(constant, 2), 2);
}

// A product of such values is 0.
TEST(BalancedRatio, IsFoundForTinyValues) {
  const auto tiny = [](double ratio) {
    Estimate estimate;
    estimate.value = 1e-200 * (3 - ratio);
    return estimate;
  };
  EXPECT_NEAR(balanced_ratio(tiny, 2), 3, 1e-9);
}

TEST(BalancedRatio, SurvivesWhatIsNoNumberOrTooLarge) {
  const auto falls = [](double middle, double beyond) {
    return [=](double ratio) {
      Estimate estimate;
      estimate.value = ratio > middle ? beyond : middle - ratio;
      estimate.variance = 1;
      return estimate;
    };
  };
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(balanced_ratio(falls(3, -infinite), 2), 3, 1e-9);
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_GE(balanced_ratio(falls(3, none), 2), 2);
  const RatioSet found = search_ratios(
      [&](double ratio) {
        return PartTest{ratio < 1 ? none : 1, none};
      },
      1, 0.01);
  EXPECT_EQ(found.lower, 0);
}

}  // namespace
}  // namespace spl::statistics
