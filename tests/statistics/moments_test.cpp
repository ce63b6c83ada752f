#include "spl/statistics/moments.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

TEST(Moments, AreThoseOfTheDefinition) {
  const std::vector<double> numbers = {2, 4, 4, 5};
  const Moments result = moments(numbers);
  EXPECT_EQ(result.count, 4u);
  EXPECT_EQ(result.mean(), 3.75);
  EXPECT_EQ(result.squares, 4.75);
  EXPECT_DOUBLE_EQ(result.variance(), 4.75 / 3);
}

TEST(Moments, OneNumberIsItsOwnMean) {
  const std::vector<double> numbers = {7.25};
  EXPECT_EQ(moments(numbers).mean(), 7.25);
}

// The mean is 10^9 + 1/3, whose third a double near 10^9 cannot hold.
TEST(Moments, SurviveALargeCommonOffset) {
  const std::vector<double> numbers = {1e9, 1e9 + 1, 1e9};
  const Moments result = moments(numbers);
  EXPECT_EQ(result.offset, 1e9);
  EXPECT_DOUBLE_EQ(result.excess, 1.0 / 3);
  EXPECT_DOUBLE_EQ(result.variance(), 1.0 / 3);
}

TEST(Moments, EqualNumbersHaveNoVariance) {
  const std::vector<double> numbers(7, 0.1);
  EXPECT_EQ(moments(numbers).mean(), 0.1);
  EXPECT_EQ(moments(numbers).variance(), 0);
}

TEST(Moments, TellWhereSquaresAreTooSmall) {
  for (const std::vector<double>& numbers :
       {std::vector<double>{1e-320, 2e-320}, {1e-150, 1.5e-150}, {0, 1e-200}}) {
    EXPECT_TRUE(moments(numbers).underflows);
  }
  for (const std::vector<double>& numbers :
       {std::vector<double>{1e-320, 1e-320},
        {1e-140, 2e-140},
        {0, 1e-200, 1}}) {
    EXPECT_FALSE(moments(numbers).underflows);
  }
}

TEST(CompensatedSum, KeepsWhatCancellationLeaves) {
  CompensatedSum sum;
  for (const double value : {1.0, 1e100, 1.0, -1e100}) sum.add(value);
  EXPECT_EQ(sum.value(), 2);
}

// 1 - (1 + 2^-30)(1 - 2^-30) = 2^-60, which is lost when products are rounded.
TEST(CompensatedSum, KeepsTheErrorsOfProducts) {
  CompensatedSum sum;
  sum.add(1);
  sum.add_product(1 + 0x1p-30, -(1 - 0x1p-30));
  EXPECT_EQ(sum.value(), 0x1p-60);
}

TEST(CompensatedSum, BeginsAtZero) { EXPECT_EQ(CompensatedSum().value(), 0); }

}  // namespace

}  // namespace spl::statistics
