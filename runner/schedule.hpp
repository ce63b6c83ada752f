#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/grouping.hpp"
#include "runner/launcher.hpp"
#include "runner/layouts.hpp"
#include "spl/logic/decision.hpp"

/// From groups of relations to blocks of runs to observations.
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

/// Says which relations need more blocks. By default all do, until the plan of
/// their group is carried out.
class StoppingRule {
 public:
  virtual ~StoppingRule() = default;
  [[nodiscard]] virtual bool needs_more(
      const logic::Relation& /*relation*/) const {
    return true;
  }
  /// Called after each block with all that the group has.
  virtual void look(const Group& /*group*/, const GroupResult& /*result*/) {}
  /// The observations of a run that the relation needs of each side next,
  /// longer than those of blocks and none of them; 0: none.
  [[nodiscard]] virtual std::uint64_t long_observations(
      const logic::Relation& /*relation*/) const {
    return 0;
  }
  /// Called after each pair of such runs, before the next block.
  virtual void look_at_long_runs(const Group& /*group*/,
                                 const GroupResult& /*result*/) {}
};

/// How many blocks have been made of how many at most.
struct Progress {
  std::size_t done = 0;
  std::size_t most = 0;
  /// Seconds that the runs of the others take at most, by those of each group
  /// so far; 0 where a group has none yet.
  double left = 0;
};

/// Told before each block, and at the end.
using TellProgress = std::function<void(const Progress&)>;

/// A program with workloads, and the version of the protocol that it speaks.
struct WorkerProgram {
  std::string path;
  int version = workload::kProtocolVersion;
};

/// Which program measures a performance.
using ProgramOf = std::function<WorkerProgram(const logic::Performance&)>;

/// What measuring needs of the world.
struct Surroundings {
  Launcher& launcher;
  TellProgress progress;       ///< May be empty.
  Layouts* layouts = nullptr;  ///< Of the programs; null: as they are.
  /// Says at once, before the time is spent, what a budget is too small for;
  /// may be empty.
  std::function<void(const std::string&)> tell = {};
  /// Whether what there is when this process is interrupted will be reported.
  bool outlasts_interruption = false;
};

/// Measures all groups in blocks as planned, which take turns. Blocks come in
/// pairs: the order within the first is random, and the second has the order
/// reversed. Where a program of a group is too old for Disturbed::kNet its
/// sides all keep disturbed observations. A block holds what the relations that
/// need more use. A performance of which a run fails is not measured further,
/// nor what only relations with it need. The same seed gives the same orders,
/// seeds of blocks and environment sizes, whichever relations need more or
/// share a group: in two groups a performance has the same places and sizes by
/// block. `results` has one for each group: empty, or with failures that are
/// known before; with all whole blocks, too, where it throws Interrupted.
void measure(const std::vector<Group>& groups, std::uint64_t seed,
             const ProgramOf& program_of, const Surroundings& surroundings,
             StoppingRule& rule, std::vector<GroupResult>& results);

/// What the performances of a group are measured by.
[[nodiscard]] std::set<std::string> programs_of(const Group& group,
                                                const ProgramOf& program_of);

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
