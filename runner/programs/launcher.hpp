#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runner/programs/calls.hpp"
#include "runner/settings/command_recipe.hpp"
#include "runner/settings/run_defaults.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/processors.hpp"
#include "runner/tools/framework.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/performance.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {

/// A run to be made: a fresh process that measures one performance.
struct RunOrder {
  std::string program;
  logic::Performance performance;
  std::uint64_t seed = 0;            ///< The block's: arguments, processor.
  std::size_t environment_size = 0;  ///< Bytes added to the environment.
  std::uint64_t observations = 0;
  std::chrono::nanoseconds warmup{};
  std::chrono::nanoseconds timeout{};
  /// The block's: where the memory of measured code begins in a page; absent:
  /// where the program leaves it.
  std::optional<std::uint64_t> heap_offset = std::nullopt;
  /// Wanted length of an observation; 0: one iteration.
  std::chrono::nanoseconds observation = kUsualObservation;
  std::vector<MeasuredMetric> metrics = {workload::Metric::kWall};
  std::optional<std::uint64_t> layout = std::nullopt;  ///< The program's.
  double layout_seconds = 0;  ///< Layout::layout_seconds.
  /// The program's CatalogueAnswer::chooses_iterations.
  bool chooses_iterations = false;
  /// The same calls for all compared runs; absent: each run chooses its
  /// iterations.
  std::optional<Calls> calls = std::nullopt;
  /// The program's; absent: as its file says.
  std::optional<Framework> framework = std::nullopt;
  /// Executed in place of a program, once for each observation.
  std::optional<CommandRun> command = std::nullopt;
  std::size_t longer_texts = 0;             ///< WorkerProgram::longer_texts.
  bool wants_profile = false;               ///< Of what Valgrind counts.
  std::vector<std::string> arguments = {};  ///< The program's own.
};

/// One run of each performance of some relations, made next to one another in
/// this order.
struct Block {
  std::size_t number = 0;
  std::vector<RunOrder> runs;
};

/// The result of one run.
struct RunResult {
  workload::RunAnswer answer;
  double seconds = 0;          ///< From its spawn until its process had ended.
  bool timed_out = false;      ///< It was killed at the timeout of its order.
  bool repeats_setup = false;  ///< Translator::repeats_setup.
  std::string profile = {};    ///< If it is wanted, as Callgrind wrote it.
};

/// The result of a block.
struct BlockResult {
  std::string host;             ///< The host that made its runs.
  std::vector<RunResult> runs;  ///< One for each order.
  /// Duration here, without the wait for the machine's lock; with a launcher,
  /// whose own time is not known, at most the sum of its runs.
  double seconds = 0;
};

/// A program that cannot be used at all; what() names it and the remedy.
class ProgramError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A program that cannot be used, with the problem apart from its path.
class UnusableProgram : public ProgramError {
 public:
  /// `problem` continues "PATH ...", as what() has it.
  UnusableProgram(const std::string& path, std::string problem)
      : ProgramError(path + ' ' + problem), problem_(std::move(problem)) {}

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  std::string problem_;
};

/// The way in which blocks are started.
struct Placement {
  std::vector<std::string> launcher;    ///< Its words; empty: none.
  Processors processors;                ///< For the runs; empty: any.
  std::filesystem::path shared_folder;  ///< Empty: the default.
  /// The longest wait for the lock of a machine; absent: no limit.
  std::optional<std::chrono::nanoseconds> lock_timeout = std::nullopt;
};

/// A placement by which blocks cannot be made; what() says why, and the remedy.
class LaunchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The end of measuring: this process was interrupted, as by Ctrl-C.
struct Interrupted {};

/// The processes that hold workloads. Tests script it.
class Launcher {
 public:
  virtual ~Launcher() = default;

  /// Kills programs from now on that take longer to list their workloads.
  virtual void limit_lists(std::chrono::nanoseconds /*longest*/) {}
  /// Returns the catalogue that a program reports. Throws ProgramError.
  /// `program` is a text for framework_program().
  virtual workload::CatalogueAnswer catalogue(const std::string& program) = 0;

  /// Returns whose benchmarks a program holds that was asked for its catalogue.
  [[nodiscard]] virtual Framework framework(const std::string& program) {
    return recognised(program);
  }

  /// Checks, before the first block, that blocks can be made in this way.
  /// Throws LaunchError.
  virtual void prepare(const Placement& placement) = 0;

  /// Makes the runs of a block in order, with a result for each. A run that
  /// fails in any way has a sentence in its answer's `failure`, which continues
  /// "PERFORMANCE ..."; the other runs are made all the same. Throws
  /// Interrupted after an interruption that is outlasted.
  virtual BlockResult measure(const Block& block) = 0;

  /// Outlasts the next interruption, which then ends only what is being
  /// measured, so that the results so far can be reported. Otherwise, an
  /// interruption ends this process.
  virtual void outlast_interruption() {}

  /// Cleans up after all commands that were measured: no others follow. Returns
  /// a sentence for each cleanup that failed.
  virtual std::vector<std::string> end_commands() { return {}; }

  /// Returns the seconds that all blocks have waited for the machine's lock.
  [[nodiscard]] virtual double waited() const { return 0; }
  /// Names the measurement that a block waits for at this moment; empty if it
  /// waits for none. Any thread may ask.
  [[nodiscard]] virtual std::string waits_for() const { return {}; }

  /// Returns the machines that were prepared or made blocks, by name.
  virtual std::vector<HostRecord> hosts() = 0;
};

}  // namespace spl::runner
