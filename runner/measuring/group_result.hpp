#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/programs/run_record.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/effects/correlation.hpp"
#include "spl/statistics/effects/impact_factor.hpp"
#include "spl/statistics/run.hpp"
#include "spl/statistics/sample.hpp"
#include "spl/workload/disturbed.hpp"
#include "spl/workload/protocol.hpp"

/// The observations of a group of relations that are measured in the same
/// blocks.
namespace spl::runner {

/// The observations of a metric that is recorded and does not decide.
struct Recorded {
  MeasuredMetric metric;
  statistics::Runs observations;  ///< One list for each run.
};

/// The runs of one performance in one group, in the order of their blocks.
struct Measured {
  std::vector<RunRecord> records;
  statistics::Runs observations;  ///< One list for each record.
  std::string failure;            ///< A sentence if a run failed; else empty.
  bool timed_out = false;         ///< It failed because it took too long.
  std::vector<Recorded> others;
  /// The time of one more layout of its program: a link or, of several builds,
  /// a build; 0: not known, or it has one layout.
  double layout_seconds = 0;
  /// Why the heap of some run was not where its block drew it: the end of a
  /// sentence that begins with the program; else empty.
  std::string heap_problem = {};
};

/// Correlates the deciding metric with a recorded one; nothing is known if they
/// are not of the same runs.
[[nodiscard]] statistics::Correlation correlation(const Measured& measured,
                                                  const Recorded& recorded);

/// Returns the counts of all runs together.
[[nodiscard]] workload::DisturbedCounts disturbed(const Measured& measured);

struct GroupResult {
  std::map<logic::Performance, Measured> performances;
  bool are_processes = false;  ///< Each call is a process, as of a command.
  std::size_t blocks = 0;
  /// The time of its blocks: their links, and their runs without what they
  /// waited for. Links that groups share count in part for each.
  double seconds = 0;
  double ahead = 0;          ///< Part of it: links of blocks to come.
  double linking = 0;        ///< Part of it: links of any blocks.
  double pilot_seconds = 0;  ///< The time of the pilot, before the blocks.
  /// Pairs of long runs, by the number of the pair, of performances for which
  /// some relation needs them.
  std::map<logic::Performance, Measured> long_runs;
  std::size_t long_pairs = 0;
  double long_seconds = 0;  ///< The time of the long runs.
  /// The number of blocks whose links were done in time, if not all were: one
  /// more block, the last, runs the programs as they were built.
  std::size_t linked = static_cast<std::size_t>(-1);
};

/// Returns the seconds of the budget that are used up: by the pilot, blocks and
/// long runs.
[[nodiscard]] double spent(const GroupResult& result);

/// Returns why one of the relation's performances failed: a sentence, or empty.
[[nodiscard]] std::string failure_of(const logic::Relation& relation,
                                     const GroupResult& result);

/// Returns the first `blocks` runs of each performance of a relation, or why
/// there are fewer.
[[nodiscard]] logic::Experiment experiment(const logic::Relation& relation,
                                           const GroupResult& result,
                                           std::size_t blocks);

/// Returns the calls that the least-called performance of the relation made in
/// its observations of these blocks; 0 if one failed.
[[nodiscard]] std::size_t fewest_calls(const logic::Relation& relation,
                                       const GroupResult& result,
                                       std::size_t blocks);

/// One performance as it was measured in one group of relations, or given.
struct PerformanceReport {
  logic::Performance performance;
  Measured measured;
  std::optional<workload::BuildFacts> build;  ///< Absent of given ones.
  /// All levels of given observations, if every item of a level has equally
  /// many below it. For measured ones levels() makes them (observations.hpp).
  std::optional<statistics::Hierarchy> levels;
  std::optional<statistics::ImpactFactor> impact_factor;  ///< If asked for.
  std::optional<MeasuredMetric> metric =
      std::nullopt;  ///< Absent of given ones.
  /// Its blocks; absent of observations that were not made in blocks of SPL.
  std::optional<GroupFacts> group = std::nullopt;
  /// Whether it has one layout, though nobody asked for it.
  bool is_in_one_layout = false;
  /// The statistic of its runs by which the first formula about it is decided.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  /// The relations that its runs were made for, or that take them from given
  /// ones: their numbers in the suite.
  std::vector<std::size_t> relations = {};
  /// The cost of one more item of each level above the observations, without
  /// what is in it, in observations; empty: not known.
  std::vector<double> costs = {};
};

}  // namespace spl::runner
