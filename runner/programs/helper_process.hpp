#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// The helper of this runner, a process in a session of its own that executes
/// what is measured: see block_helper.hpp. One thread starts it and talks;
/// stop() may come from another.
class HelperProcess {
 public:
  /// `program` is spl-run.
  explicit HelperProcess(std::filesystem::path program);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  [[nodiscard]] bool is_running() const { return pid_ != 0; }

  /// Why it cannot be started: a sentence, or empty.
  [[nodiscard]] std::string start();

  /// Sends a request and waits for the answer; empty when the helper has ended,
  /// or was stopped (SIGSTOP) or waited for a device for five seconds.
  [[nodiscard]] std::string exchange(const std::string& request);

  /// Has the helper end what it executes, and itself, and kills it where it
  /// does not; how it ended, or why exchange() gave it up. The channel stays
  /// open, as another thread may be receiving there.
  std::string stop() noexcept;

 private:
  std::filesystem::path program_;
  std::atomic<pid_t> pid_ = 0;
  std::string stuck_;       ///< Why the last one was given up.
  Descriptor channel_{-1};  ///< To the last one that was started.
};

}  // namespace spl::runner
