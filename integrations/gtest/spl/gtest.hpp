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
/// is "skip". Settings may come after the formula: spl::budget(10s). Verdicts,
/// ratios and times are properties of the test in --gtest_output.
///
/// The assertions of a program are a family: if there are many, each is decided
/// at a smaller level, so that by chance at most 5 % of the program's
/// executions fail. An assertion in a loop counts once; SPL_FAMILY sets the
/// number.
#define SPL_ASSERT(...)                                                   \
  ASSERT_PRED_FORMAT1(                                                    \
      (::spl::gtest::HoldsWith{SPL_INTERNAL_RUNNER, __FILE__, __LINE__}), \
      ::spl::client::Claim(__VA_ARGS__))
#define SPL_EXPECT(...)                                                   \
  EXPECT_PRED_FORMAT1(                                                    \
      (::spl::gtest::HoldsWith{SPL_INTERNAL_RUNNER, __FILE__, __LINE__}), \
      ::spl::client::Claim(__VA_ARGS__))

namespace spl::gtest {

/// The predicate of the macros above, which evaluates a formula.
struct HoldsWith {
  const char* recorded_runner;
  const char* file;  ///< Of the assertion, for a test that is skipped.
  int line;
  ::testing::AssertionResult operator()(const char* expression,
                                        const client::Claim& claim) const;
};

/// Makes a program that was started for a run measure before its first test.
/// Further calls have no effect.
bool answer_before_tests();

[[maybe_unused]] static const bool answers_before_tests = answer_before_tests();

}  // namespace spl::gtest
