#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "runner/system/file_lock.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {

/// Returns the path of this machine's lock: the variable SPL_MACHINE_LOCK, or
/// else a file in /tmp.
[[nodiscard]] std::string machine_lock_path();

/// Returns a name for the measurement that holds a lock, as far as it can be
/// seen: "another measurement on HOST (process 12 of anna)".
[[nodiscard]] std::string measurement_text(const LockHolder& holder);

/// The machine's lock, by which one block is measured at a time, of whichever
/// user. The kernel releases the lock when this object or this process ends.
class MachineLock {
 public:
  /// Waits for the lock, but no longer than the limit. After a second, once in
  /// a process, a notice on standard error names the holder. The file is made
  /// if it is missing, and all users can open it. Locks nothing, with a
  /// warning, if the file cannot be opened, is not regular, or cannot be
  /// locked. Locks nothing either if the watch says stop: then this process is
  /// about to end.
  explicit MachineLock(
      const std::filesystem::path& path, StopWatch* watch = nullptr,
      std::optional<std::chrono::nanoseconds> limit = std::nullopt);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  /// Returns a sentence with the holder if the limit was reached; else empty.
  [[nodiscard]] const std::string& timeout() const { return timeout_; }

 private:
  int descriptor_ = -1;
  std::string timeout_;
};

/// The beginnings of MachineLock's messages.
inline constexpr const char* kLockNotice = "spl-run: waiting for ";
inline constexpr const char* kLockWarning = "spl-run: warning: cannot lock ";

}  // namespace spl::runner
