#include "spl/statistics/interpretations/studentized_range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "spl/statistics/distributions.hpp"
#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Absolute accuracy 1e-10 as known.
TEST(StudentizedRange, IsKnown) {
  EXPECT_NEAR(studentized_range_tail(3.7, 3, 12), 0.0547343726733, 2e-10);
  EXPECT_NEAR(studentized_range_tail(4.0, 5, 20), 0.069587143923, 2e-10);
  EXPECT_NEAR(studentized_range_tail(2.0, 2, 9), 0.19094711717, 2e-10);
  EXPECT_NEAR(studentized_range_quantile(0.05, 3, 12), 3.77292896573, 2e-9);
  EXPECT_NEAR(studentized_range_quantile(0.05, 4, 16), 4.04609306063, 2e-9);
  EXPECT_NEAR(studentized_range_quantile(0.01, 3, 12), 5.04593472516, 2e-9);
}

// Of two means it is sqrt(2) |T|.
TEST(StudentizedRange, OfTwoMeansIsStudents) {
  for (const double df : {1.0, 2.5, 9.0, 60.0, 5000.0, kInfinity}) {
    for (const double t : {0.01, 1.0, 3.0, 6.0}) {
      SCOPED_TRACE(testing::Message() << "df " << df << ", t " << t);
      EXPECT_CLOSE(studentized_range_tail(t * std::sqrt(2.0), 2, df),
                   2 * student_tail(t, df), 1e-8);
    }
  }
}

TEST(StudentizedRange, StartsAtOne) {
  EXPECT_EQ(studentized_range_tail(0, 3, 12), 1);
  EXPECT_NEAR(studentized_range_tail(1e-9, 3, 1), 1, 1e-9);
}

}  // namespace
}  // namespace spl::statistics
