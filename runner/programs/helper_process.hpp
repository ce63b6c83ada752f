#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// The helper of this runner, a process in a session of its own that executes
/// measured programs: see block_helper.hpp. One thread starts it and talks to
/// it; another may call stop().
class HelperProcess {
 public:
  /// `program` is spl-run.
  explicit HelperProcess(std::filesystem::path program);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  [[nodiscard]] bool is_running() const { return pid_ != 0; }
  [[nodiscard]] pid_t pid() const { return pid_; }  ///< 0 if it does not run.

  /// Starts the helper. Returns why that failed: a sentence, or empty.
  [[nodiscard]] std::string start();

  /// Sends a request and returns the answer. Empty if the helper has ended, or
  /// if for five seconds it was stopped (SIGSTOP) or waited for a device.
  [[nodiscard]] std::string exchange(const std::string& request);

  /// Makes the helper end its programs and itself, and kills it if it does not.
  /// Returns how it ended, or why exchange() gave it up. The channel stays
  /// open, as another thread may be receiving there.
  std::string stop() noexcept;

 private:
  std::filesystem::path program_;
  std::atomic<pid_t> pid_ = 0;
  std::string stuck_;       ///< Why the last helper was given up.
  Descriptor channel_{-1};  ///< To the last helper.
};

}  // namespace spl::runner
