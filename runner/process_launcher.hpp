#pragma once

#include <filesystem>
#include <memory>

#include "runner/launcher.hpp"

namespace spl::runner {

/// Executes programs on this machine: each run a fresh process in a process
/// group of its own, its output in a file, its answer another file. Answers
/// and outputs live in a folder that goes with this object. One measured
/// process at a time: a block holds the machine's lock.
class ProcessLauncher : public Launcher {
 public:
  /// Throws FileError where no folder can be made.
  ProcessLauncher();
  ~ProcessLauncher() override;
  ProcessLauncher(const ProcessLauncher&) = delete;
  ProcessLauncher& operator=(const ProcessLauncher&) = delete;

  workload::CatalogueAnswer catalogue(const std::string& program) override;
  std::vector<workload::RunAnswer> measure(const Block& block) override;

  /// Removes the folder, from any thread; no run succeeds from then on.
  void clear_up() noexcept;

 private:
  [[nodiscard]] workload::RunAnswer run(const RunOrder& order) const;

  std::filesystem::path folder_;
};

}  // namespace spl::runner
