#pragma once

#include <gtest/gtest.h>

#include <cmath>

/// EXPECT_CLOSE(actual, expected, tolerance): `tolerance` is relative to
/// `expected`, and absolute where that is 0.
namespace spl::statistics {

/// Of known answers, which have ten digits or more.
inline constexpr double kTolerance = 1e-9;

inline testing::AssertionResult is_close(const char* actual_text,
                                         const char* /*expected_text*/,
                                         const char* /*tolerance_text*/,
                                         double actual, double expected,
                                         double tolerance) {
  const double error = std::abs(actual - expected);
  const double scale = expected == 0 ? 1 : std::abs(expected);
  if (error <= tolerance * scale) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << actual_text << " is " << testing::PrintToString(actual)
         << " instead of " << testing::PrintToString(expected)
         << ", a relative error of " << error / scale << " (allowed "
         << tolerance << ")";
}

}  // namespace spl::statistics

#define EXPECT_CLOSE(actual, expected, tolerance)                      \
  EXPECT_PRED_FORMAT3(spl::statistics::is_close, (actual), (expected), \
                      (tolerance))
