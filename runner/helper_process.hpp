#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>

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

  /// Sends a request and waits for the answer; empty when the helper has ended.
  [[nodiscard]] std::string exchange(const std::string& request) const;

  /// Has the helper end what it executes, and itself; how it ended. Another
  /// thread may be in exchange().
  std::string stop() noexcept;

 private:
  void close_channel() noexcept;

  std::filesystem::path program_;
  std::atomic<pid_t> pid_ = 0;
  std::atomic<int> channel_ = -1;
};

}  // namespace spl::runner
