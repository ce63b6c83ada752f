#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spl/logic/decision.hpp"
#include "spl/workload/disturbed.hpp"
#include "spl/workload/metric.hpp"

/// The observations of a group of relations that are measured in the same
/// blocks.
namespace spl::runner {

/// What is recorded of a run besides its observations.
struct RunRecord {
  std::size_t block = 0;     ///< From 0.
  std::size_t position = 0;  ///< Within its block, from 0.
  std::uint64_t seed = 0;
  std::size_t environment_size = 0;
  std::uint64_t iterations = 0;
  std::uint64_t warmup = 0;
  workload::DisturbedCounts disturbed;
  double seconds = 0;  ///< From its spawn until its process had ended.
  std::string host;    ///< Where it was made.
  double warmup_seconds = 0;
  double counted_seconds = 0;  ///< Of its observations, with untimed parts.
  std::optional<std::uint64_t> layout = std::nullopt;  ///< Layout::name.
};

/// What runs recorded beside the metric that decides.
struct Recorded {
  workload::Metric metric = workload::Metric::kWall;
  statistics::Runs observations;  ///< One list for each run.
};

/// The runs of one performance in one group, in the order of their blocks.
struct Measured {
  std::vector<RunRecord> records;
  statistics::Runs observations;  ///< One list for each record.
  std::string failure;     ///< A sentence where a run failed; else empty.
  bool timed_out = false;  ///< That is why it failed.
  std::vector<Recorded> others;
};

/// Of all runs together.
[[nodiscard]] workload::DisturbedCounts disturbed(const Measured& measured);

struct GroupResult {
  std::map<logic::Performance, Measured> performances;
  std::size_t blocks = 0;
  /// That its blocks took: their links, and their runs without what they
  /// waited for. Links that groups share count in part for each.
  double seconds = 0;
  double ahead = 0;          ///< Of these, for links of blocks to come.
  double linking = 0;        ///< Of these, for links of any blocks.
  double pilot_seconds = 0;  ///< That went before.
  /// Pairs of long runs, by the number of the pair, of performances that some
  /// relation asked them of.
  std::map<logic::Performance, Measured> long_runs;
  std::size_t long_pairs = 0;
  double long_seconds = 0;  ///< That these took.
  /// Blocks whose links were done in time, where others were not: one more is
  /// of the programs as they were built, and the last.
  std::size_t linked = static_cast<std::size_t>(-1);
};

/// Of the budget: the pilot, blocks and long runs.
[[nodiscard]] double spent(const GroupResult& result);

/// Why one of the relation's performances failed: a sentence, or empty.
[[nodiscard]] std::string failure_of(const logic::Relation& relation,
                                     const GroupResult& result);

/// What the logic takes for a relation: of each of its performances the first
/// `blocks` runs, or why there are not so many.
[[nodiscard]] logic::Experiment experiment(const logic::Relation& relation,
                                           const GroupResult& result,
                                           std::size_t blocks);

/// How often the performance of the relation that was called least was called
/// in its observations of these blocks; 0 where one failed.
[[nodiscard]] std::size_t fewest_calls(const logic::Relation& relation,
                                       const GroupResult& result,
                                       std::size_t blocks);

}  // namespace spl::runner
