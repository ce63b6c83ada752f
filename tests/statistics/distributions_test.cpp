#include "spl/statistics/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Expected numbers from 30-digit arithmetic.
TEST(Distributions, StudentQuantilesAndTailsAreKnown) {
  struct Case {
    double df, q95, q975, q99, q995, tail_at_2_5;
  };
  for (const Case& c : {
           Case{1, 6.31375151468, 12.7062047362, 31.8205159538, 63.6567411629,
                0.121118941591},
           Case{2, 2.91998558035, 4.30265272975, 6.96455673428, 9.92484320092,
                0.0648058601108},
           Case{2.5, 2.55821861414, 3.574654842, 5.35311117303, 7.16372813895,
                0.0522849815391},
           Case{4, 2.13184678633, 2.7764451052, 3.74694738798, 4.60409487135,
                0.033383272406},
           Case{7.3, 1.88293001796, 2.34506673655, 2.96394044758, 3.45103165562,
                0.0198251173328},
           Case{18, 1.73406360662, 2.10092204024, 2.55237963018, 2.87844047274,
                0.011154010116},
           Case{58, 1.67155276245, 2.00171748415, 2.39237747539, 2.66328695354,
                0.00763461481121},
           Case{258.5, 1.65076959561, 1.96918343648, 2.34085967981,
                2.59498174869, 0.00651979664987},
       }) {
    SCOPED_TRACE(c.df);
    EXPECT_CLOSE(student_quantile(0.05, c.df), c.q95, 1e-11);
    EXPECT_CLOSE(student_quantile(0.025, c.df), c.q975, 1e-11);
    EXPECT_CLOSE(student_quantile(0.01, c.df), c.q99, 1e-11);
    EXPECT_CLOSE(student_quantile(0.005, c.df), c.q995, 1e-11);
    EXPECT_CLOSE(student_tail(2.5, c.df), c.tail_at_2_5, 1e-11);
    EXPECT_CLOSE(student_tail(-2.5, c.df), 1 - c.tail_at_2_5, 1e-11);
  }
}

// For two degrees of freedom the quantile has a closed form.
TEST(Distributions, StudentQuantileOfTwoDegreesHasItsClosedForm) {
  for (const double tail : {0.4, 0.1, 0.025, 1e-3, 1e-6, 1e-9}) {
    SCOPED_TRACE(tail);
    const double exact = (1 - 2 * tail) / std::sqrt(2 * tail * (1 - tail));
    EXPECT_CLOSE(student_quantile(tail, 2), exact, 1e-13);
  }
}

TEST(Distributions, NormalQuantilesAndTailsAreKnown) {
  EXPECT_CLOSE(normal_quantile(0.1), 1.28155156554, 1e-11);
  EXPECT_CLOSE(normal_quantile(0.05), 1.64485362695, 1e-11);
  EXPECT_CLOSE(normal_quantile(0.025), 1.95996398454, 1e-11);
  EXPECT_CLOSE(normal_quantile(0.01), 2.32634787404, 1e-11);
  EXPECT_CLOSE(normal_quantile(0.005), 2.57582930355, 1e-11);
  EXPECT_CLOSE(normal_quantile(0.001), 3.09023230617, 1e-11);
  EXPECT_CLOSE(normal_tail(3), 0.00134989803163, 1e-11);
  EXPECT_CLOSE(normal_tail(-3), 1 - 0.00134989803163, 1e-13);
}

TEST(Distributions, InfinitelyManyDegreesAreNormal) {
  EXPECT_EQ(student_quantile(0.025, kInfinity), normal_quantile(0.025));
  EXPECT_EQ(student_tail(3, kInfinity), normal_tail(3));
}

TEST(Distributions, FisherTailsAreKnown) {
  EXPECT_CLOSE(fisher_tail(3, 2, 12), 0.0877914951989, 1e-11);
  EXPECT_CLOSE(fisher_tail(1.5, 4, 30), 0.227169150316, 1e-11);
  EXPECT_CLOSE(fisher_tail(12.5, 3, 9), 0.00146498029304, 1e-11);
}

// 1 - cdf would answer 0 here. P(T > t) for one degree is atan(1/t)/pi.
TEST(Distributions, SmallTailsKeepTheirDigits) {
  EXPECT_CLOSE(student_tail(1e20, 1), 1e-20 / std::acos(-1.0), 1e-12);
  EXPECT_CLOSE(student_quantile(1e-20, 1), 1e20 / std::acos(-1.0), 1e-12);
  EXPECT_CLOSE(normal_tail(10), 7.61985302416053e-24, 1e-13);
  EXPECT_CLOSE(normal_tail(30), 4.90671392714819e-198, 1e-12);
}

TEST(Distributions, WhatADoubleCannotHoldIsZeroOrInfinite) {
  EXPECT_EQ(normal_tail(1e6), 0);
  EXPECT_EQ(student_tail(kInfinity, 3), 0);
  EXPECT_EQ(student_tail(1e300, 8), 0);
}

// Squares of large observations overflow.
TEST(Distributions, HaveTailsOfWhatOverflows) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fisher_tail(infinite, 2, 10), 0);
  EXPECT_EQ(fisher_tail(infinite / infinite, 2, 10), 1);
}

}  // namespace
}  // namespace spl::statistics
