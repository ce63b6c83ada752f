#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/stopping_rule.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/programs/run_record.hpp"
#include "runner/system/warning.hpp"
#include "spl/logic/decision.hpp"

/// From groups of relations to blocks of runs to observations.
namespace spl::runner {

/// How many blocks have been made, and how many there are at most: none before
/// they are planned.
struct Progress {
  std::size_t done = 0;
  std::size_t most = 0;
  /// The most seconds that the other blocks take, by those of each group so far
  /// or as planned; before that, the most that the budgets are. 0: not known.
  double left = 0;
  std::size_t experiment = 1;  ///< The number among successive experiments.
  std::size_t experiments = 1;
};

/// Called before each block, and at the end.
using ReportProgress = std::function<void(const Progress&)>;

/// Keeps the runs of a group that it has not kept before. Called after each of
/// its blocks, when nothing is measured.
using KeepRuns = std::function<void(const GroupFacts& facts, const Group& group,
                                    const GroupResult& result)>;

/// A program with workloads.
struct WorkerProgram {
  std::string path;
  bool chooses_iterations = false;  ///< CatalogueAnswer's.
  Framework framework = Framework::kSpl;
  /// Executed in place of the program.
  std::optional<CommandRun> command = std::nullopt;
  /// The letters by which the texts of its requests are longer than they need
  /// to be, as if its workloads had longer names and arguments.
  std::size_t longer_texts = 0;
  std::vector<std::string> arguments = {};  ///< The program's own.
};

/// Names the program that measures a performance.
using ProgramOf = std::function<WorkerProgram(const logic::Performance&)>;

/// The outside world as far as measuring needs it.
struct Surroundings {
  Launcher& launcher;
  ReportProgress progress;     ///< May be empty.
  Layouts* layouts = nullptr;  ///< Program layouts; null: as they were built.
  /// Says at once, before the time is spent, that a budget is too small; may be
  /// empty.
  std::function<void(const Warning&)> note = {};
  /// Whether the observations so far are reported if this process is
  /// interrupted.
  bool outlasts_interruption = false;
  KeepRuns keep = {};  ///< May be empty.
};

/// The programs that are measured, and the seed of all that is drawn for them.
struct Measurands {
  const ProgramOf& program_of;
  std::uint64_t seed = 0;
};

/// Measures all groups in blocks as planned, which take turns. Blocks come in
/// pairs: the order within the first is random, and the second has the order
/// reversed. A block holds the performances of the
/// relations that need more. A performance is not measured further once a run
/// of it fails; nor are those that only relations with it need. The same seed
/// gives the same orders, seeds and heap offsets of blocks and environment
/// sizes, whichever relations need more or share a group: in two groups a
/// performance has the same places and sizes by block. `results` has one for
/// each group: empty, or with failures that are known before. It has all whole
/// blocks if this throws Interrupted.
void measure(const std::vector<Group>& groups, const Measurands& measurands,
             const Surroundings& surroundings, StoppingRule& rule,
             std::vector<GroupResult>& results);

/// Returns the programs that measure the performances of a group.
[[nodiscard]] std::set<std::string> programs_of(const Group& group,
                                                const ProgramOf& program_of);

}  // namespace spl::runner
