#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/programs/calls.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/processors.hpp"
#include "spl/logic/performance.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {

/// One run to be made: a freshly executed process that measures one
/// performance.
struct RunOrder {
  std::string program;
  logic::Performance performance;
  std::uint64_t seed = 0;            ///< The block's: arguments, processor.
  std::size_t environment_size = 0;  ///< Bytes added to the environment.
  std::uint64_t observations = 0;
  std::chrono::nanoseconds warmup{};
  std::chrono::nanoseconds timeout{};
  /// Programs before workload::kVersionOfNet know no kNet, and keep.
  workload::Disturbed disturbed = workload::Disturbed::kNet;
  /// Wanted length of an observation; 0: one iteration.
  std::chrono::nanoseconds observation{12'000};
  std::vector<workload::Metric> metrics = {workload::Metric::kWall};
  std::optional<std::uint64_t> layout = std::nullopt;  ///< Of the program.
  int version = workload::kProtocolVersion;  ///< That the program speaks.
  /// The same calls for all that is compared; absent: each run finds how many
  /// iterations it makes. Programs before workload::kVersionOfIterations have
  /// none.
  std::optional<Calls> calls = std::nullopt;
};

/// One run of each performance of some relations, made next to one another in
/// this order.
struct Block {
  std::size_t number = 0;
  std::vector<RunOrder> runs;
};

/// What came of one run.
struct RunResult {
  workload::RunAnswer answer;
  double seconds = 0;      ///< From its spawn until its process had ended.
  bool timed_out = false;  ///< It was killed at the timeout of its order.
};

/// What came of a block.
struct BlockResult {
  std::string host;             ///< Where its runs were made.
  std::vector<RunResult> runs;  ///< One for each order.
  /// That it took here, without the wait for the machine's lock; what its runs
  /// took together, or less, where a launcher's own time is not known.
  double seconds = 0;
};

/// A program that cannot be used at all; what() names it and the remedy.
class ProgramError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How blocks are started.
struct Placement {
  std::vector<std::string> launcher;    ///< Words in front; empty: here.
  Processors processors;                ///< Of the runs; empty: any.
  std::filesystem::path shared_folder;  ///< Empty: the default.
  /// How long the lock of a machine is waited for; nothing: for ever.
  std::optional<std::chrono::nanoseconds> lock_timeout = std::nullopt;
};

/// Blocks cannot be made as the placement says; what() says why, and the
/// remedy.
class LaunchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// This process is to end, as by Ctrl-C, and measures no more.
struct Interrupted {};

/// The processes that hold workloads. Tests script it.
class Launcher {
 public:
  virtual ~Launcher() = default;

  /// What a program reports of itself. Throws ProgramError.
  virtual workload::CatalogueAnswer catalogue(const std::string& program) = 0;

  /// Finds out, before the first block, that blocks can be made so. Throws
  /// LaunchError.
  virtual void prepare(const Placement& placement) = 0;

  /// Makes the runs of a block in order; a result for each. A run that fails
  /// in any way has a sentence in its answer's `failure`, which continues
  /// "PERFORMANCE ...", and the others are made all the same.
  /// Throws Interrupted once this process is to end, if that is outlasted.
  virtual BlockResult measure(const Block& block) = 0;

  /// An interruption ends this process. From now on, the first one only ends
  /// what is being measured, so that what there is can be reported.
  virtual void outlast_interruption() {}

  /// The machines that were prepared or made blocks, by name.
  virtual std::vector<HostRecord> hosts() = 0;
};

}  // namespace spl::runner
