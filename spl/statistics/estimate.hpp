#pragma once

namespace spl::statistics {

/// An estimate of theta to which Student's t applies.
struct Estimate {
  double value = 0;
  double variance = 0;  ///< The variance of the value.
  double df = 1;  ///< Degrees of freedom of the variance; may be infinite.
  double rounding = 0;  ///< A smaller value cannot be distinguished from 0.
  /// The observations differ, but the variance is too small for a double.
  bool underflows = false;
  /// The variance that the value would have if each run, or other unit, varied
  /// by as much as its mean: a standard deviation of 100 %.
  double scale = 0;
};

/// Returns the rounding error of coefficient times mean. Numbers that are not
/// whole were rounded: means to a double, coefficients by arithmetic on decimal
/// text to 15 digits. 100 <= 1/3 * 300 must not fail on the 16th digit.
[[nodiscard]] double rounding_of(double coefficient, double mean);

}  // namespace spl::statistics
