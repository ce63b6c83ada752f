#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

/// Performance formulas as GoogleTest assertions:
///
///     TEST(Collections, ListsAreSlower) {
///       SPL_ASSERT("linkedlist(i) > arraylist(i)") << "the reason";
///     }
///
/// The formula names workloads of the same program, which is started again for
/// each run: what fixtures set up and parameters of tests do not reach them,
/// but variables of the environment do; the output says so. spl-run measures
/// and decides, and is configured by spl.json and by variables like SPL_ALPHA.
/// Like ASSERT_ and EXPECT_, SPL_ASSERT ends the test function and SPL_EXPECT
/// goes on. An undecided formula fails the test, or skips it where
/// SPL_UNDECIDED is "skip".
///
/// The assertions of a program are a family: where they are many, each is
/// decided at a smaller level, so that chance makes the whole program red in at
/// most 5 % of its executions. One in a loop counts once; SPL_FAMILY sets the
/// number.
#define SPL_ASSERT(formula) ASSERT_PRED_FORMAT1(SPL_INTERNAL_HOLDS, formula)
#define SPL_EXPECT(formula) EXPECT_PRED_FORMAT1(SPL_INTERNAL_HOLDS, formula)

// The type tells assertions apart: each counts itself before main.
#define SPL_INTERNAL_HOLDS                               \
  ([] {                                                  \
    struct Place {};                                     \
    [[maybe_unused]] const bool* const counted =         \
        &::spl::gtest::Counted<Place>::is_counted;       \
    return ::spl::gtest::HoldsWith{SPL_INTERNAL_RUNNER}; \
  }())

#ifdef SPL_RECORDED_RUNNER  // Given by the CMake target spl::gtest.
#define SPL_INTERNAL_RUNNER SPL_RECORDED_RUNNER
#else
#define SPL_INTERNAL_RUNNER ""
#endif

namespace spl::gtest {

/// Evaluates a formula; what the macros above call.
struct HoldsWith {
  const char* recorded_runner;
  ::testing::AssertionResult operator()(const char* expression,
                                        const std::string& formula) const;
};

/// The assertions of this program, all of them once main begins.
std::size_t& assertion_count();

/// An assertion, which is counted whether or not its test is executed.
template <typename Place>
struct Counted {
  static inline const bool is_counted = [] {
    ++assertion_count();
    return true;
  }();
};

/// Makes a program that was started for a run measure before its first test.
/// Once is enough, more does no harm.
bool answer_before_tests();

[[maybe_unused]] static const bool answers_before_tests = answer_before_tests();

}  // namespace spl::gtest
