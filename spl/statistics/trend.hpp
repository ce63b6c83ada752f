#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "spl/statistics/run.hpp"

namespace spl::statistics {

/// Whether numbers rise or fall in their order: the test of Mann
/// ("Nonparametric tests against trend", Econometrica 13, 1945) and Kendall,
/// with the variance for ties and the correction for continuity. It assumes
/// nothing of their distribution, but that they are independent if there is no
/// trend.
struct Trend {
  double s = 0;       ///< Pairs that rise less pairs that fall.
  double z = 0;       ///< Standardised; normal where there is no trend.
  double p = 1;       ///< Of both directions.
  double change = 0;  ///< Median of the last third over that of the first,
                      ///< less 1; 0 where the latter is 0.
};

/// Absent with fewer than ten numbers, for which z is not normal, or where all
/// are equal.
[[nodiscard]] std::optional<Trend> trend(std::span<const double> numbers);

/// Whether a run drifts: its trend is found at the level 0.001, and changes it
/// by at least 1 %.
[[nodiscard]] bool drifts(std::span<const double> run);

/// Whether a run drifts, and gets smaller, as times do that warm up.
[[nodiscard]] bool falls(std::span<const double> run);

/// How many runs drift.
struct Drift {
  std::size_t tested = 0;  ///< Runs that have a trend to test.
  std::size_t drifting = 0;
  std::size_t falling = 0;  ///< Of those that drift.
};

[[nodiscard]] Drift drift(const Runs& runs);

}  // namespace spl::statistics
