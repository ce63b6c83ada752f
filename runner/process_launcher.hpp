#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>

#include "runner/launcher.hpp"
#include "runner/process.hpp"

namespace spl::runner {

/// Executes programs on this machine: each run a fresh process in a process
/// group of its own, its output in a file, its answer another file. Answers
/// and outputs live in a folder that goes with this object. One measured
/// process at a time: a block holds the machine's lock.
class ProcessLauncher : public Launcher {
 public:
  static constexpr const char* kMachineLock = "/tmp/spl-measuring.lock";

  /// The lock is a file that all users can open; it is made where it is not.
  explicit ProcessLauncher(std::filesystem::path lock = kMachineLock);
  ~ProcessLauncher() override;
  ProcessLauncher(const ProcessLauncher&) = delete;
  ProcessLauncher& operator=(const ProcessLauncher&) = delete;

  workload::CatalogueAnswer catalogue(const std::string& program) override;
  BlockResult measure(const Block& block) override;

  /// Ends what is being measured and removes the folder, from any thread that
  /// then ends this process: whoever measures never gets an answer.
  void clear_up() noexcept;

 private:
  using AtWork = std::unique_lock<std::mutex>;

  /// Meanwhile the folder may be removed; then this does not return.
  [[nodiscard]] Ending execute(const Command& command, AtWork& at_work);
  [[nodiscard]] RunResult run(const RunOrder& order);

  /// The folder, made at its first use. Throws FileError where none can be.
  const std::filesystem::path& folder();

  std::filesystem::path lock_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;  ///< Of the folder.
  std::filesystem::path folder_;
};

}  // namespace spl::runner
