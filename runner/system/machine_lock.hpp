#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "runner/system/file_lock.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {

/// Where the lock of this machine is: what the variable SPL_MACHINE_LOCK says,
/// or else a file in /tmp.
[[nodiscard]] std::string machine_lock_path();

/// The machine's lock: one block is measured at a time, whoever's it is. The
/// kernel releases it when this object or this process ends.
class MachineLock {
 public:
  /// Waits for the lock, but no longer than the limit; after a second, once in
  /// a process, a notice on standard error names the holder. All users can open
  /// the file, which is made where there is none. Where it cannot be opened, is
  /// no regular file, or where the lock cannot be taken or waited for, nothing
  /// is locked and there is a warning. Nothing is locked either when the watch
  /// says stop before: then this process is about to end.
  explicit MachineLock(
      const std::filesystem::path& path, StopWatch* watch = nullptr,
      std::optional<std::chrono::nanoseconds> limit = std::nullopt);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  /// Why it was waited for in vain, a sentence with the holder; empty where the
  /// limit was not reached.
  [[nodiscard]] const std::string& timeout() const { return timeout_; }

 private:
  int descriptor_ = -1;
  std::string timeout_;
};

/// What the messages of MachineLock begin with.
inline constexpr const char* kLockNotice = "spl-run: waiting for ";
inline constexpr const char* kLockWarning = "spl-run: warning: cannot lock ";

}  // namespace spl::runner
