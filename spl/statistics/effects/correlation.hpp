#pragma once

#include <optional>

#include "spl/statistics/run.hpp"

namespace spl::statistics {

/// Pearson's correlation of two metrics of the same runs, which may explain one
/// another in two ways.
struct Correlation {
  /// The correlation of run means: what is drawn anew at a start shows in both.
  /// This is how we read figure 3 of Kalibera, Bulej and Tuma (2005). Absent
  /// with fewer than three runs, or if the means of one metric do not vary.
  std::optional<double> runs;
  /// The correlation of observations less the mean of their run, of all runs
  /// together. Absent with fewer than three such pairs beyond one a run, if
  /// runs of the metrics differ in length, or if observations of one metric do
  /// not vary.
  std::optional<double> observations;
};

/// Correlates the runs of two metrics, as many of each and in the same order;
/// none of them is empty.
[[nodiscard]] Correlation correlation(const Runs& one, const Runs& other);

}  // namespace spl::statistics
