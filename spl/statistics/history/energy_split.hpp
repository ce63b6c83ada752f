#pragma once

#include <array>
#include <cstddef>
#include <span>

/// The statistic of E-divisive (Matteson and James, "A Nonparametric Approach
/// for Multiple Change Point Analysis of Multivariate Data", Journal of the
/// American Statistical Association 109, 2014), for numbers and alpha = 1. Two
/// neighbouring parts X (m numbers) and Y (n numbers) of a series differ by
///
///     Q = mn/(m+n) E,  E = 2 mean|X-Y| - mean|X-X'| - mean|Y-Y'|  (eqs 5, 6)
///
/// where means are over pairs of different members. Q has the unit of the
/// numbers. It is searched over all ends of X and of Y; X begins where the
/// series does, and what follows Y does not count (eq 7), or a change that is
/// undone later would be hidden.
namespace spl::statistics {

/// Where a series is best split: Y begins at index `at`.
struct EnergySplit {
  double statistic = 0;
  std::size_t at = 0;
};

/// Finds the split of the largest Q among those with at least `shortest` (2 or
/// more) numbers in both parts; of equal ones the first. The series has at
/// least 2 shortest numbers. Takes time in the square of their count.
[[nodiscard]] EnergySplit best_energy_split(std::span<const double> series,
                                            std::size_t shortest);

/// Numbers of several series that are computed with side by side.
using Lanes = std::array<double, 4>;

/// Returns the largest Q of each series, as best_energy_split() does.
[[nodiscard]] Lanes largest_energy(std::span<const Lanes> series,
                                   std::size_t shortest);

}  // namespace spl::statistics
