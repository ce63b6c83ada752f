#include "spl/statistics/t_test.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "tests/statistics/close.hpp"

namespace spl::statistics {
namespace {

// t_{3,.99} = 4.54070285857 (R, qt). With three degrees of freedom the tail is
// 1/2 - (x/(1 + x^2) + atan x)/pi, x = t/sqrt 3.
TEST(TTest, FindsAStatisticAboveTheCriticalValue) {
  const TestResult result = t_test({10, 4, 3}, 0.01);
  EXPECT_EQ(result.status, Status::kOk);
  EXPECT_EQ(result.finding, Finding::kGreater);
  EXPECT_EQ(result.statistic, 5);
  EXPECT_EQ(result.df, 3);
  EXPECT_CLOSE(*result.critical, 4.54070285857, 1e-10);
  EXPECT_CLOSE(*result.threshold, 2 * 4.54070285857, 1e-10);
  EXPECT_CLOSE(*result.p_greater, 0.007696219036651, 1e-9);
  EXPECT_CLOSE(*result.p_less, 1 - 0.007696219036651, 1e-9);
}

TEST(TTest, FindsBothDirections) {
  EXPECT_EQ(t_test({-10, 4, 3}, 0.01).finding, Finding::kLess);
  EXPECT_EQ(t_test({9, 4, 3}, 0.01).finding, Finding::kIndistinct);
}

TEST(TTest, DecidesByTheSignWithoutVariance) {
  const TestResult result = t_test({1, 0, 3, 0.5}, 0.01);
  EXPECT_EQ(result.status, Status::kDegenerate);
  EXPECT_EQ(result.finding, Finding::kGreater);
  EXPECT_FALSE(result.p_greater);
  EXPECT_EQ(t_test({0.5, 0, 3, 0.5}, 0.01).finding, Finding::kIndistinct);
}

TEST(TTest, RefusesWhatADoubleDoesNotHold) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(t_test({infinite, 1, 3}, 0.01).warning,
            "The observations are too large to compute with.");
  EXPECT_EQ(t_test({1, 1, 3, 0, true}, 0.01).status, Status::kUndefined);
}

TEST(TTest, RejectsALevelThatIsNone) {
  EXPECT_THROW((void)t_test({1, 1, 3}, 0), std::invalid_argument);
  EXPECT_THROW((void)t_test({1, 1, 3}, 0.5), std::invalid_argument);
}

}  // namespace
}  // namespace spl::statistics
