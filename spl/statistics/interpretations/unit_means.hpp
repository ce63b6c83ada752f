#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// The least calls that exclude a change of the mean.
inline constexpr std::size_t kCallsForMeans = 1152;

/// The measurements: for each performance the trimmed and the plain mean of
/// each unit, with the same units for all. `coefficients` are those of
/// left - right.
struct UnitMeans {
  std::vector<RunSeries> typical;
  std::vector<RunSeries> plain;
  std::vector<double> coefficients;
  std::size_t calls = 0;  ///< Calls of the performance with the fewest.
  double constant = 0;    ///< The constant of left - right.
  /// The least calls that exclude a change of the mean; 0 if each call is a
  /// process: rare calls are rare units then.
  std::size_t needed_calls = kCallsForMeans;

  [[nodiscard]] std::size_t units() const {
    return typical.front().excesses.size();
  }
};

/// A side of left - right in each unit, with its constant.
struct UnitSides {
  std::vector<double> left;
  std::vector<double> right;
};

/// Returns both sides by series of `means`.
[[nodiscard]] UnitSides unit_sides(const UnitMeans& means,
                                   std::span<const RunSeries> series);

}  // namespace spl::statistics
