#include "spl/statistics/compensated_sum.hpp"

#include <gtest/gtest.h>

namespace spl::statistics {
namespace {

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
