#pragma once

#include <gtest/gtest.h>

#include <string>

/// Performance formulas as GoogleTest assertions:
///
///     TEST(Collections, ListsAreSlower) {
///       SPL_ASSERT("linkedlist(i) > arraylist(i)") << "the reason";
///     }
///
/// The formula names workloads of the same program, which is started again for
/// each run; spl-run measures and decides, and is configured by spl.json and by
/// variables like SPL_ALPHA. Like ASSERT_ and EXPECT_, SPL_ASSERT ends the test
/// function and SPL_EXPECT goes on. An undecided formula fails the test, or
/// skips it where SPL_UNDECIDED is "skip".
#define SPL_ASSERT(formula) \
  ASSERT_PRED_FORMAT1((::spl::gtest::HoldsWith{SPL_INTERNAL_RUNNER}), formula)
#define SPL_EXPECT(formula) \
  EXPECT_PRED_FORMAT1((::spl::gtest::HoldsWith{SPL_INTERNAL_RUNNER}), formula)

#ifdef SPL_RECORDED_RUNNER  // Given by the CMake target spl::gtest.
#define SPL_INTERNAL_RUNNER SPL_RECORDED_RUNNER
#else
#define SPL_INTERNAL_RUNNER ""
#endif

namespace spl::gtest {

/// Evaluates a formula; what the macros above stand on.
struct HoldsWith {
  const char* recorded_runner;
  ::testing::AssertionResult operator()(const char* expression,
                                        const std::string& formula) const;
};

/// Makes a program that was started for a run measure before its first test.
/// Once is enough, more does no harm.
bool answer_before_tests();

[[maybe_unused]] static const bool answers_before_tests = answer_before_tests();

}  // namespace spl::gtest
