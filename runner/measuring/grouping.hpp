#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "runner/programs/calls.hpp"
#include "runner/settings/run_defaults.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

/// Which relations are measured together.
namespace spl::runner {

inline constexpr std::size_t kMostBlocks = 10'000;

/// How the runs of a relation are to be made. Relations that differ only in
/// their least observations are measured together, with the largest of these.
struct Measuring {
  std::optional<std::size_t> runs;  ///< Exactly as many blocks.
  std::size_t max_runs = 0;         ///< The most blocks; 0: kMostBlocks.
  std::size_t layouts = 1;  ///< Fixed ones, which get equally many blocks.
  std::chrono::nanoseconds budget{};          ///< For each relation; 0: none.
  std::optional<std::uint64_t> observations;  ///< In each run; absent: planned.
  std::optional<std::chrono::nanoseconds> warmup;  ///< Likewise.
  std::chrono::nanoseconds timeout{};
  /// The first decides; the others are recorded.
  std::vector<MeasuredMetric> metrics = {workload::Metric::kWall};
  bool single_calls = false;  ///< Each observation is one iteration.
  /// The fewest in each run, if none are asked for: quantiles need them.
  std::uint64_t least_observations = 0;
  /// Each observation is a fresh process: a run has no warm-up, no late calls
  /// and few observations.
  bool are_processes = false;
  /// An equal share of the time of all relations together; 0: no such limit.
  std::chrono::nanoseconds share{};
  /// As timeout, which pilots shorten: the setups of commands are no runs.
  std::chrono::nanoseconds setup_timeout{};

  bool draws_heap = true;  ///< Each block has a heap offset of its own.

  friend bool operator==(const Measuring&, const Measuring&) = default;
};

/// The blocks and observations that a group gets, and the calls of its runs.
struct Plan {
  std::size_t blocks = 0;  ///< At most.
  /// Time does not set the number of blocks: it is asked for, or there are
  /// never more.
  bool is_counted = false;
  std::map<logic::Performance, std::uint64_t> observations;  ///< Per run.
  /// Of runs without calls of their own.
  std::chrono::nanoseconds warmup = kUsualWarmup;
  /// Of each performance that did not fail; empty: each run's own.
  std::map<logic::Performance, Calls> calls = {};
  /// Layouts that blocks share equally: as many as are asked for, or as there
  /// is time to link if that is for few. 1: each block has its own.
  std::size_t layouts = 1;
  /// The number of blocks, the first ones, that make links. Later blocks run
  /// the programs as they were built or, if all fixed layouts are made, use
  /// these again.
  std::size_t linked = static_cast<std::size_t>(-1);
  double link_seconds = 0;  ///< The group's part of a block's links.
  std::size_t ready = 0;    ///< Blocks whose links are there already.
  double run_seconds = 0;   ///< A block's runs, without links.
};

/// Relations that share performances and are measured in the same blocks, each
/// performance once. A block is kept short, for its sides must be near one
/// another in time.
struct Group {
  Measuring measuring;
  std::vector<logic::Performance> performances;  ///< In order, each once.
  std::vector<const logic::Relation*> relations;
  Plan plan;
  /// The fewest blocks after which all relations are looked at.
  std::size_t first_look = statistics::kFewestUnits;
};

/// The largest block that several relations share: in performances, and in
/// seconds once the length of their runs is known.
inline constexpr std::size_t kMostPerformances = 8;
inline constexpr double kLongestBlock = 0.02;

/// A relation to be measured; both outlive what is made of them.
struct Wanted {
  const logic::Relation* relation;
  Measuring measuring;
  std::size_t first_look = statistics::kFewestUnits;  ///< Blocks before it.
};

/// The groups of relations, and the number of each relation's group: kNoGroup
/// if a constant decides the relation, or nothing could.
struct Grouping {
  std::vector<Group> groups;
  std::vector<std::size_t> group_of;  ///< In the order of the wanted.
};
inline constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1);

/// The known lengths of runs, in seconds.
using RunSeconds = std::map<logic::Performance, double>;

/// Groups the relations, without plans.
[[nodiscard]] Grouping group(const std::vector<Wanted>& wanted,
                             const RunSeconds& seconds = {});

}  // namespace spl::runner
