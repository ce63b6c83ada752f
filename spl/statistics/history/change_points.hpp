#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spl::statistics {

struct ChangePointSettings {
  /// The largest p of a change point, in (0, 1).
  double level = 0.01;
  std::size_t permutations = 999;  ///< Enough orders for p to reach the level.
  std::size_t shortest = 3;  ///< Numbers between change points; at least 2.
  std::uint64_t seed = 0;
};

/// Where a series changes its distribution.
struct ChangePoint {
  std::size_t at = 0;    ///< Index of the first number after the change.
  double statistic = 0;  ///< Q of energy_split.hpp, in the unit of the numbers.
  /// The share of orders, the series' own among them, whose Q is as large.
  double p = 1;
};

/// Finds the change points of a series by E-divisive (Matteson and James 2014,
/// sections 3.1 and 3.2): the best split of a segment is a change point if few
/// random orders of the segment have a split as good, and both parts are
/// segments then. Returned in the order of the series; found in that of the
/// hierarchy, larger parts first.
///
/// Each segment is tested by its own orders, where the paper tests the largest
/// Q of all segments against the largest of all their orders: Q grows with the
/// noise, so noisy segments would hide changes of quiet ones. Hence `level` is
/// the rate of false change points per segment that does not change, not per
/// series. A segment of fewer than 2 shortest numbers is not tested, and no
/// spike of fewer than `shortest` numbers is a segment.
///
/// Orders are drawn until p is known, or known to be above the level; each
/// takes time in the square of the segment's length. A change point depends on
/// the seed and its segment only. Numbers must be independent around their
/// level: where neighbours are alike, drifts are change points.
///
/// Throws std::invalid_argument for a number that is not finite, and for
/// settings that are out of range.
[[nodiscard]] std::vector<ChangePoint> change_points(
    std::span<const double> series, const ChangePointSettings& settings = {});

// The statistic of E-divisive (Matteson and James, "A Nonparametric Approach
// for Multiple Change Point Analysis of Multivariate Data", Journal of the
// American Statistical Association 109, 2014), for numbers and alpha = 1. Two
// neighbouring parts X (m numbers) and Y (n numbers) of a series differ by
//
//     Q = mn/(m+n) E,  E = 2 mean|X-Y| - mean|X-X'| - mean|Y-Y'|  (eqs 5, 6)
//
// where means are over pairs of different members. Q has the unit of the
// numbers. It is searched over all ends of X and of Y; X begins where the
// series does, and what follows Y does not count (eq 7), or a change that is
// undone later would be hidden.

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
