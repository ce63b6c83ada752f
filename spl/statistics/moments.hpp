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

}  // namespace spl::statistics
