#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "runner/programs/run_record.hpp"
#include "runner/system/warning.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/statistics/sample.hpp"

/// Observations from elsewhere (--data).
namespace spl::runner {

/// The most levels of nested runs and observations, these two included.
inline constexpr std::size_t kMostLevels = 8;

struct GivenPerformance {
  /// A run of the sample is a position at the top level with all observations
  /// below it, in nanoseconds unless they are counts.
  std::variant<statistics::Sample, logic::Failure> observed;
  /// All levels, if the items of each level have equally many items below.
  std::optional<statistics::Hierarchy> levels;
  /// The cost of one more item of each level above the lowest, without what is
  /// in it, in observations; empty: not known.
  std::vector<double> costs = {};
  double calls = 1;  ///< At most in an observation, which is then a mean.
  /// If each run is a mean whose observations are not given: as many, of that
  /// mean and their deviation, for tests of means. They show nothing else.
  std::optional<statistics::Sample> spread = std::nullopt;
};

/// The runs of one performance in a group of blocks, as a report has them.
struct ReportedRuns {
  statistics::Runs observations;   ///< In the order of the blocks.
  std::vector<RunRecord> records;  ///< One for each run.
  std::string failure;             ///< A sentence, or empty.
  bool is_in_one_layout = false;   ///< Though nobody asked for it.
  double layout_seconds = 0;       ///< Measured::layout_seconds.
};

/// The blocks in which performances were measured together.
struct ReportedGroup {
  GroupFacts facts;
  std::map<logic::Performance, ReportedRuns> performances;
  /// The pairs of long runs, which the store has and reports have not.
  std::map<logic::Performance, ReportedRuns> long_runs = {};
  std::optional<MeasuredMetric> metric =
      std::nullopt;  ///< If each has its own.
};

/// A relation of a report, as far as its observations do not show how it ended.
struct ReportedRelation {
  std::string text;     ///< With values in place of variables.
  std::string stopped;  ///< The word of stop.hpp.
  std::string reason;
  std::optional<logic::LateCalls> late;
  double followed_calls = 0;    ///< Calls of a process, from the first on.
  double followed_seconds = 0;  ///< For so long.
};

/// Where and when a report was measured, as it says.
struct ReportOrigin {
  std::string host;
  double processors = 0;
  std::string time;  ///< ISO 8601, UTC.
};

struct GivenObservations {
  logic::Dimension dimension = logic::Dimension::kTime;
  std::string metric;  ///< As in reports; empty if files name none.
  std::map<logic::Performance, GivenPerformance> performances;
  logic::History history;
  /// The other performances from which one learns, and so many runs of each: in
  /// `history` they are scaled to its mean.
  std::map<logic::Performance,
           std::vector<std::pair<logic::Performance, std::size_t>>>
      learned = {};
  logic::Catalogue catalogue;  ///< The performances'.
  Warnings warnings;           ///< About their origin.
  Warnings minor_warnings;     ///< Warnings that matter for no verdict.

  // --- Of reports of spl-run with blocks; else empty -------------------------

  /// Each file has groups of its own. `performances` then has the most runs of
  /// each performance.
  std::vector<ReportedGroup> groups;
  std::vector<ReportedRelation> relations;
  std::vector<ReportOrigin> origins;  ///< One per file.
  bool are_layouts_builds = false;    ///< Fixed layouts are builds (`builds`).
};

}  // namespace spl::runner
