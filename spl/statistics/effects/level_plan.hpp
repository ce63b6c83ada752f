#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "spl/statistics/sample.hpp"

/// How to repeat an experiment whose levels and costs are known: Kalibera and
/// Jones, section 6.1, with the levels that vary; Kalibera and Tuma (2006) and
/// Kalibera, Bulej and Tuma (2005), with all levels.
namespace spl::statistics {

/// The precision that is asked of the mean.
struct WantedPrecision {
  double half_width = 0.01;  ///< Half the interval, a fraction of the mean.
  double confidence = 0.95;  ///< In (0, 1).
};

/// Counts from the lowest level on, in units and terms of
/// variance_components.hpp.
struct LevelPlan {
  /// The levels that vary, by their original numbers; the others are merged
  /// into those below.
  std::vector<std::size_t> kept;
  std::vector<double> variances;  ///< T^2 of the levels that vary.
  /// Costs of the levels that vary: what an item of a merged level costs is
  /// paid by the level above it.
  std::vector<double> costs;
  /// The optimum repetitions of all these levels but the highest (eq 14),
  /// rounded up; absent if T^2 of the lowest level is not above 0 or if a cost
  /// is 0. Empty if only the lowest level varies.
  std::optional<std::vector<double>> counts;
  /// Items of the highest level with these counts for the wanted precision, at
  /// least 2; absent without counts, or if the mean is 0.
  std::optional<double> top_count;
  double cost = 0;  ///< The experiment's cost (eq 13), if there is a top_count.
  /// The same items with the counts of these data, which costs do not change;
  /// absent if the highest level has one item, or if the mean is 0.
  std::optional<double> top_count_as_is;
  /// The half width that these data have (eq 11), a fraction of the mean.
  std::optional<double> half_width;
  /// The optimum by observed variances of all levels (2005, eq 8; 2006, eqs 21
  /// and 23), not rounded; absent where a variance or cost is not above 0.
  std::optional<std::vector<double>> observed_counts;
};

/// Plans by data and `costs`, one for each level above the lowest, finite and
/// at least 0: the cost of one more item of that level besides what is below
/// it, in units of one measurement. Where q benchmarks share a build, it costs
/// each of them a q-th (2006, eq 23). Throws std::invalid_argument for other
/// costs, and for a precision that is not above 0 or a confidence not in (0,
/// 1).
[[nodiscard]] LevelPlan level_plan(const Hierarchy& data,
                                   std::span<const double> costs,
                                   const WantedPrecision& wanted);

}  // namespace spl::statistics
