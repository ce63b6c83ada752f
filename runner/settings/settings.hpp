#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/settings/output.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/processors.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/statistic.hpp"

/// Settings; options.hpp has their names.
namespace spl::runner {

/// The amount of detail on the terminal.
enum class Detail {
  kQuiet,   ///< Only formulas that do not hold.
  kNormal,  ///< A line for each formula and for each relation.
  kVerbose  ///< Also every interpretation and performance.
};
enum class When { kAuto, kAlways, kNever };
enum class Undecided { kFail, kSkip, kPass };
/// Where the memory of measured code begins: at an offset that each block draws
/// for all its sides, or where its program leaves it.
enum class HeapPlace { kDrawn, kKept };

/// "fail", "skip", "pass".
[[nodiscard]] std::string_view to_text(Undecided undecided);

/// "drawn", "kept".
[[nodiscard]] std::string_view to_text(HeapPlace place);

/// The value of `history` that keeps nothing.
inline constexpr std::string_view kNoHistory = "off";

struct Settings {
  logic::DecisionSettings deciding = logic::asking(logic::Statistic::kBoth);
  bool is_statistic_given = false;  ///< If not, it suits the metric.
  bool is_interpretation_given = false;
  Undecided undecided = Undecided::kFail;

  /// Smallest change that matters, a fraction of the right side.
  double resolution = 0.02;
  /// Smallest change of the mean of all calls that matters.
  double mean_resolution = 0.05;
  /// Half the width that the interval of a ratio is to have, a fraction of the
  /// ratio; 0: any.
  double precision = 0;
  /// Level of all relations of a text together, 0 for none; absent: 0.05, and
  /// alpha for a relation without company.
  std::optional<double> familywise;
  std::size_t family = 1;  ///< Texts that share that level.
  /// With guard: the increase that is allowed, a fraction of the baseline.
  double tolerance = 0;
  bool fail_fast = false;  ///< A violated formula ends the measuring of all.
  bool strict = false;     ///< With guard: what is no slower must be proven.
  /// With guard: the increase that may hide in a claim of 40 blocks or more;
  /// 0: none but `resolution`; absent: 0.05, and none if a time is given.
  std::optional<double> may_hide;

  std::chrono::nanoseconds budget = std::chrono::seconds(5);  ///< 0: none.
  /// The budget of all relations together; 0: none.
  std::chrono::nanoseconds budget_total{};
  /// Blocks of each relation; at least 2, or 1 if the law of runs is learned.
  std::optional<std::size_t> runs;
  std::size_t max_runs = 0;  ///< Blocks at most; 0: kMostBlocks.
  std::optional<std::uint64_t> observations;       ///< Per run; else planned.
  std::optional<std::chrono::nanoseconds> warmup;  ///< Per run; else piloted.
  std::chrono::nanoseconds timeout = std::chrono::seconds(60);
  /// The longest wait for the machine; absent: no limit.
  std::optional<std::chrono::nanoseconds> lock_timeout;
  std::string launcher;       ///< Starts every block; empty: none.
  Processors processors;      ///< For measured processes; empty: any.
  std::string shared_folder;  ///< For a launcher's hosts; empty: the current.
  bool allow_different_builds = false;  ///< For the sides of a relation.
  bool allow_unoptimised = false;       ///< Programs decide all the same.
  bool measure_identical = false;       ///< Equal programs are compared, too.
  MeasuredMetric metric;
  std::vector<MeasuredMetric> record;  ///< In the same runs.
  std::optional<std::uint64_t> seed;   ///< Absent: drawn.

  std::vector<std::string> data;  ///< Files of observations.
  std::string filter;             ///< Labels, in GoogleTest's syntax.
  std::string rev;                ///< Under test; empty: the working tree.
  std::string reference;          ///< The reference of a history's ratios.
  std::string baseline;           ///< For @baseline; empty: found out.
  bool explain = false;           ///< What is violated is profiled.
  std::string profiles;           ///< A folder for profiles; empty: none.
  std::string repository;         ///< Empty: the one around the project file.
  /// Fixed links of each build, whose means are compared; 1: none but its own;
  /// absent: one for each block.
  std::optional<std::size_t> layouts;
  std::optional<HeapPlace> heap;  ///< Absent: see heap_place().
  /// Builds of each revision, whose means are compared.
  std::optional<std::size_t> builds;
  /// The longest time of each command of a build; absent: the time in the
  /// project file's "revisions".
  std::optional<std::chrono::nanoseconds> build_timeout;
  std::uint64_t cache_limit = 2'000'000'000;  ///< Bytes.
  /// Where measured runs are kept; empty: the usual place; "off": nowhere.
  std::string history;
  std::uint64_t history_size = 1'000'000'000;  ///< Bytes.
  bool learn = false;  ///< `nonparametric` learns from stored runs.
  /// The performances from which it learns, in GoogleTest's filter syntax;
  /// empty: each from its own runs.
  std::string learn_from;
  std::vector<Output> outputs;  ///< Reports that are written.
  bool observations_in_json = false;
  bool all_intervals = false;  ///< In reports: also those that cost time.
  Detail detail = Detail::kNormal;
  When color = When::kAuto;
  When progress = When::kAuto;
};

/// Returns the smallest change that matters for the statistic asked for.
[[nodiscard]] double resolution_of(const logic::DecisionSettings& asked_for,
                                   const Settings& settings);

/// Returns where the heap begins: drawn unless another place, or the one layout
/// that programs were built with, is asked for.
[[nodiscard]] HeapPlace heap_place(const Settings& settings);

/// Returns whether a report of the format is asked for.
[[nodiscard]] bool writes(const Settings& settings, std::string_view format);

/// Returns the settings, with the mean as the statistic of counts that are no
/// rates, unless one is given: trimming would remove rare events, such as the
/// growth of a vector.
[[nodiscard]] Settings with_statistic_of_metric(Settings settings);

/// The version of the project, from CMakeLists.txt.
inline constexpr const char* kSplVersion = SPL_VERSION;

}  // namespace spl::runner
