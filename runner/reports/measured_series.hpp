#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/findings/report.hpp"
#include "spl/statistics/run.hpp"

/// Performances for tools that follow numbers and know no formulas.
namespace spl::runner {

/// All runs of one performance by one metric.
struct MeasuredSeries {
  std::string name;    ///< As a formula writes it: `sort(1000)`.
  std::string metric;  ///< As --metric names it; of given ones "wall" or "1".
  logic::Dimension dimension = logic::Dimension::kTime;
  statistics::Runs runs;                  ///< Runs of all groups; at least one.
  std::vector<std::uint64_t> iterations;  ///< Each run's; 1 if given.
  /// The mean CPU time of each run; empty unless it was recorded or decides.
  std::vector<double> cpu;

  /// Returns the mean of each run.
  [[nodiscard]] std::vector<double> run_means() const;
};

/// Returns the performances that have runs, in the report's order. What several
/// groups of relations measured is one series.
[[nodiscard]] std::vector<MeasuredSeries> measured_series(const Report& report);

}  // namespace spl::runner
