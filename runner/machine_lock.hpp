#pragma once

#include <filesystem>
#include <string>

#include "runner/process.hpp"

namespace spl::runner {

/// Who holds a lock, as far as it can be seen from here.
struct LockHolder {
  int pid = 0;       ///< 0 if that cannot be seen.
  std::string user;  ///< Or its number.
};

/// The machine's lock: one block is measured at a time, whoever's it is. The
/// kernel releases it when this object or this process ends.
class MachineLock {
 public:
  static constexpr const char* kPath = "/tmp/spl-measuring.lock";

  /// Waits for the lock; a second later, and once in a process, it is told on
  /// standard error for whom. The file can be opened by all users; it is made
  /// where it is not. Where it cannot be opened, or the lock not be taken or
  /// waited for, nothing is locked, and that is told. Nor is it when the watch
  /// says stop before: then this process is about to end.
  explicit MachineLock(const std::filesystem::path& path,
                       StopWatch* watch = nullptr);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// What the messages of MachineLock begin with.
inline constexpr const char* kLockNotice = "spl-run: waiting for ";
inline constexpr const char* kLockWarning = "spl-run: warning: cannot lock ";

/// Who holds the lock on the file, by /proc/locks below the root folder.
[[nodiscard]] LockHolder lock_holder(const std::filesystem::path& path,
                                     const std::filesystem::path& root = "/");

}  // namespace spl::runner
