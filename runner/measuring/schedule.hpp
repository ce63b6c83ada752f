#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/stopping_rule.hpp"
#include "runner/programs/launcher.hpp"
#include "spl/logic/decision.hpp"

/// From groups of relations to blocks of runs to observations.
namespace spl::runner {

/// How many blocks have been made of how many at most.
struct Progress {
  std::size_t done = 0;
  std::size_t most = 0;
  /// Seconds that the runs of the others take at most, by those of each group
  /// so far; 0 where a group has none yet.
  double left = 0;
};

/// Called before each block, and at the end.
using ReportProgress = std::function<void(const Progress&)>;

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
  ReportProgress progress;     ///< May be empty.
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

}  // namespace spl::runner
