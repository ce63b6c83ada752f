#pragma once

#include <cassert>
#include <cstddef>
#include <span>

namespace spl::statistics {

/// Count, mean and variance of some numbers, in their unit and its square,
/// computed from their differences to the first one, so that a large common
/// offset costs no digits. The mean is kept in two parts because one double
/// cannot hold a mean near 10^9 well enough for differences of 1.
struct Moments {
  /// Sums of squares below it have lost digits.
  static constexpr double kSmallestSquares = 1e-290;

  std::size_t count = 0;
  double offset = 0;   ///< The first number.
  double excess = 0;   ///< The mean of the numbers minus offset.
  double squares = 0;  ///< Sum of the squared deviations from the mean.
  /// Whether the numbers differ by so little that no double holds the squares;
  /// `squares` is then too small, or 0.
  bool underflows = false;

  [[nodiscard]] double mean() const { return offset + excess; }

  /// Returns the unbiased variance of at least two numbers.
  [[nodiscard]] double variance() const {
    assert(count >= 2);
    return squares / static_cast<double>(count - 1);
  }
};

/// Computes the moments of at least one number. Equal numbers have a variance
/// of exactly 0.
[[nodiscard]] Moments moments(std::span<const double> numbers);

/// A sum or dot product, computed as if in twice the precision of a double and
/// rounded once (Ogita, Rump, Oishi 2005, "Accurate sum and dot product",
/// algorithm Dot2). Differences of long measurements keep their digits.
class CompensatedSum {
 public:
  void add(double value);
  void add_product(double left, double right);

  [[nodiscard]] double value() const { return sum_ + error_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

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
