#pragma once

#include <gtest/gtest.h>

#include "spl/assertion.hpp"  // IWYU pragma: export

/// Performance formulas as GoogleTest assertions:
///
///     TEST(Collections, ListsAreSlower) {
///       SPL_ASSERT("linkedlist(i) > arraylist(i)") << "the reason";
///     }
///
/// The formula names workloads of the same program, which is started again for
/// each run. Workloads see variables of the environment, but neither the state
/// of fixtures nor the parameters of tests; the output says so. A workload in
/// which an assertion of GoogleTest fails makes its formula fail. spl-run
/// measures and decides; spl.json and variables like SPL_ALPHA configure it.
/// Like ASSERT_ and EXPECT_, SPL_ASSERT ends the test function and SPL_EXPECT
/// goes on. An undecided formula fails the test, or skips it if SPL_UNDECIDED
/// is "skip"; SPL_ASSERT then ends the test function, too. Settings may come
/// after the formula: spl::budget(10s). Verdicts, ratios and times are
/// properties of the test in --gtest_output.
///
/// The assertions of a program are a family: if there are many, each is decided
/// at a smaller level, so that by chance at most 5 % of the program's
/// executions fail. An assertion in a loop counts once; SPL_FAMILY sets the
/// number.
#define SPL_ASSERT(...)                                              \
  switch (0)                                                         \
  case 0:                                                            \
  default:                                                           \
    if (const auto spl_evaluation = ::spl::gtest::evaluate(          \
            ::spl::client::Claim(__VA_ARGS__), SPL_INTERNAL_RUNNER); \
        ::spl::gtest::skips(spl_evaluation))                         \
      GTEST_SKIP() << spl_evaluation.report;                         \
    else                                                             \
      ASSERT_PRED_FORMAT1(::spl::gtest::holds, spl_evaluation)
#define SPL_EXPECT(...)                                         \
  EXPECT_PRED_FORMAT1(                                          \
      (::spl::gtest::HoldsOrSkips{__FILE__, __LINE__}),         \
      ::spl::gtest::evaluate(::spl::client::Claim(__VA_ARGS__), \
                             SPL_INTERNAL_RUNNER))

namespace spl::gtest {

/// Evaluates a claim as client::evaluate() does, and makes the findings
/// properties of the test. The report begins with what the claim cannot see.
[[nodiscard]] client::Evaluation evaluate(const client::Claim& claim,
                                          const char* recorded_runner);

/// Whether the evaluation skips the test.
[[nodiscard]] bool skips(const client::Evaluation& evaluation);

/// The predicate of SPL_ASSERT. Prints the report of what passes.
::testing::AssertionResult holds(const char* expression,
                                 const client::Evaluation& evaluation);

/// The predicate of SPL_EXPECT, which does the same, or skips the test.
struct HoldsOrSkips {
  const char* file;  ///< The assertion's file, for a test that is skipped.
  int line;
  ::testing::AssertionResult operator()(
      const char* expression, const client::Evaluation& evaluation) const;
};

/// Makes a program that was started for a run measure before its first test.
/// Further calls have no effect.
bool answer_before_tests();

[[maybe_unused]] static const bool answers_before_tests = answer_before_tests();

}  // namespace spl::gtest
