#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "spl/statistics/run.hpp"

namespace spl::statistics {

/// The trend of numbers in their order: the test of Mann ("Nonparametric tests
/// against trend", Econometrica 13, 1945) and Kendall, with the variance for
/// ties and the correction for continuity. It assumes nothing about their
/// distribution except independence if there is no trend.
struct Trend {
  double s = 0;  ///< Rising pairs less falling pairs.
  double z = 0;  ///< Standardised; normal if there is no trend.
  double p = 1;  ///< For both directions.
  /// Median of the last third over that of the first, less 1; 0 if the latter
  /// is 0.
  double change = 0;
};

/// Tests numbers for a trend. Absent for fewer than ten numbers, for which z is
/// not normal, and if all are equal.
[[nodiscard]] std::optional<Trend> trend(std::span<const double> numbers);

/// Returns whether a run drifts: it has a trend at the level 0.001 and changes
/// by at least 1 %.
[[nodiscard]] bool drifts(std::span<const double> run);

/// Returns whether a run drifts to lower numbers, as times do during a warm-up.
[[nodiscard]] bool falls(std::span<const double> run);

/// Numbers of runs that drift.
struct Drift {
  std::size_t tested = 0;  ///< Runs whose trend can be tested.
  std::size_t drifting = 0;
  std::size_t falling = 0;  ///< Drifting runs whose numbers fall.
};

[[nodiscard]] Drift drift(const Runs& runs);

/// The fewest contrasts whose correlation is computed.
inline constexpr std::size_t kUnitsForCorrelation = 27;

/// Returns the correlation r of neighbouring contrasts of blocks in the order
/// of time, clipped at twice their median size, as
/// z = (r + 1/n) sqrt(n) sqrt(n / (n - 1)). If blocks are independent, z is
/// about normal. 0 for fewer than 27 contrasts, or if nothing varies.
[[nodiscard]] double serial_correlation(std::span<const double> contrasts);

}  // namespace spl::statistics
