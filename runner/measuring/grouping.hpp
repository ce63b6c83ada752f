#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "runner/programs/calls.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/sequential/look_levels.hpp"
#include "spl/workload/disturbed.hpp"
#include "spl/workload/metric.hpp"

/// Which relations are measured together.
namespace spl::runner {

inline constexpr std::size_t kMostBlocks = 10'000;

/// How the runs of a relation are to be made. What differs in nothing but the
/// least observations is measured together, with the most of them.
struct Measuring {
  std::optional<std::size_t> runs;  ///< Just as many blocks.
  std::size_t max_runs = 0;         ///< Blocks at most; 0: kMostBlocks.
  std::size_t layouts = 1;  ///< Fixed ones, which get equally many blocks.
  std::chrono::nanoseconds budget{};          ///< Of each relation; 0: none.
  std::optional<std::uint64_t> observations;  ///< Of each run; else planned.
  std::optional<std::chrono::nanoseconds> warmup;  ///< Likewise.
  std::chrono::nanoseconds timeout{};
  workload::Disturbed disturbed = workload::Disturbed::kNet;
  /// The first decides; the others are recorded.
  std::vector<workload::Metric> metrics = {workload::Metric::kWall};
  bool single_calls = false;  ///< Each observation is one iteration.
  /// Of each run, where none are asked for: what quantiles need.
  std::uint64_t least_observations = 0;

  friend bool operator==(const Measuring&, const Measuring&) = default;
};

/// Disturbed observations of what takes long are kept where they were to be
/// made again: it is preempted at all times, and would be once more.
void make_nothing_again(Measuring& how);

/// The warm-up of runs that nothing shows to be too short.
inline constexpr std::chrono::nanoseconds kUsualWarmup =
    std::chrono::microseconds(250);

/// How many runs of how many observations a group gets, and how long they warm
/// up at least: all alike, for longer warm-ups make the same code faster.
struct Plan {
  std::size_t blocks = 0;  ///< At most.
  /// So many were asked for, or there are never more: time does not set them.
  bool is_counted = false;
  std::map<logic::Performance, std::uint64_t> observations;  ///< Of a run.
  std::chrono::nanoseconds warmup = kUsualWarmup;
  std::optional<Calls> calls = std::nullopt;  ///< Absent: each run's own.
  /// So many for all blocks, which get equally many of each: as are asked for,
  /// or as time is for where it holds few links. 1: each block has its own.
  std::size_t layouts = 1;
  /// The first so many blocks make links, later ones measure the programs as
  /// they were built or, where all fixed layouts are made, use these again.
  std::size_t linked = static_cast<std::size_t>(-1);
  double link_seconds = 0;  ///< The group's part of a block's links.
  std::size_t ready = 0;    ///< So many blocks have their links already.
  double run_seconds = 0;   ///< Of a block, without links.
};

/// Relations whose performances are measured in the same blocks, since they
/// share some: each performance once. A block is kept short, for its sides
/// must be near one another in time.
struct Group {
  Measuring measuring;
  std::vector<logic::Performance> performances;  ///< In order, each once.
  std::vector<const logic::Relation*> relations;
  Plan plan;
  /// Blocks of a first look at all relations.
  std::size_t first_look = statistics::kFewestUnits;
};

/// The largest block that several relations share, in performances, and in
/// seconds once it is known how long their runs take.
inline constexpr std::size_t kMostPerformances = 8;
inline constexpr double kLongestBlock = 0.02;

/// A relation to be measured; both outlive what is made of them.
struct Wanted {
  const logic::Relation* relation;
  Measuring measuring;
  std::size_t first_look = statistics::kFewestUnits;  ///< Of so many blocks.
};

/// The groups of relations, and for each relation the number of its group.
/// Relations that are decided by a constant are in no group (kNoGroup).
struct Grouping {
  std::vector<Group> groups;
  std::vector<std::size_t> group_of;  ///< By position among the wanted.
};
inline constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1);

/// How long a run takes, as far as it is known.
using RunSeconds = std::map<logic::Performance, double>;

/// Groups without plans.
[[nodiscard]] Grouping group(const std::vector<Wanted>& wanted,
                             const RunSeconds& seconds = {});

}  // namespace spl::runner
