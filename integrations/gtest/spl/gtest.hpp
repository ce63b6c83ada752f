#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "spl/setting.hpp"  // IWYU pragma: export

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
#define SPL_ASSERT(...) \
  ASSERT_PRED_FORMAT1(SPL_INTERNAL_HOLDS, ::spl::gtest::Claim(__VA_ARGS__))
#define SPL_EXPECT(...) \
  EXPECT_PRED_FORMAT1(SPL_INTERNAL_HOLDS, ::spl::gtest::Claim(__VA_ARGS__))

// The type distinguishes assertions: each counts itself before main.
#define SPL_INTERNAL_HOLDS                               \
  ([] {                                                  \
    struct Place {};                                     \
    [[maybe_unused]] const bool* const counted =         \
        &::spl::gtest::Counted<Place>::is_counted;       \
    return ::spl::gtest::HoldsWith{SPL_INTERNAL_RUNNER}; \
  }())

#ifdef SPL_RECORDED_RUNNER  // Defined by the CMake target spl::gtest.
#define SPL_INTERNAL_RUNNER SPL_RECORDED_RUNNER
#else
#define SPL_INTERNAL_RUNNER ""
#endif

namespace spl::gtest {

/// A formula with the settings of its assertion.
struct Claim {
  template <class... Settings>
  explicit Claim(std::string text, Settings... given)
      : formula(std::move(text)), settings{std::move(given)...} {
    static_assert((std::is_same_v<Settings, Setting> && ...),
                  "SPL: settings come after the formula, as in "
                  "SPL_EXPECT(\"f(n) <= g(n)\", spl::budget(10s))");
  }

  std::string formula;
  std::vector<Setting> settings;
};

/// The predicate of the macros above, which evaluates a formula.
struct HoldsWith {
  const char* recorded_runner;
  ::testing::AssertionResult operator()(const char* expression,
                                        const Claim& claim) const;
};

/// Returns the number of this program's assertions, which is complete once main
/// begins.
std::size_t& assertion_count();

/// An assertion, counted whether or not its test is executed.
template <typename Place>
struct Counted {
  static inline const bool is_counted = [] {
    ++assertion_count();
    return true;
  }();
};

/// Makes a program that was started for a run measure before its first test.
/// Further calls have no effect.
bool answer_before_tests();

[[maybe_unused]] static const bool answers_before_tests = answer_before_tests();

}  // namespace spl::gtest
