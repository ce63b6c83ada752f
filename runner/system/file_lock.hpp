#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// A lock is held by one process alone or by several that share it.
enum class LockKind { kAlone, kShared };

/// Locks an open file or folder (flock) without waiting. The kernel releases
/// the lock when the last descriptor of what was opened is closed. Returns
/// zero, EWOULDBLOCK if others hold the lock, or another errno.
[[nodiscard]] int try_lock(int file, LockKind kind = LockKind::kAlone);

/// Does the same, but waits until nobody holds the lock.
[[nodiscard]] int wait_for_lock(int file, LockKind kind = LockKind::kAlone);

/// Returns whether an open file or folder still has a name. Whoever makes and
/// then locks one may come late: another may have removed it as abandoned.
[[nodiscard]] bool is_named(int file);

/// The processes that hold a lock, as far as they can be seen from here.
struct LockHolder {
  int pid = 0;       ///< 0 if the holder cannot be seen.
  std::string user;  ///< The name of the user, or the number.
  /// The number of other processes that hold a shared lock.
  std::size_t others = 0;
};

/// Returns who holds the lock on the file, by /proc/locks below the root
/// folder.
[[nodiscard]] LockHolder lock_holder(const std::filesystem::path& path,
                                     const std::filesystem::path& root = "/");

/// Returns "process 12 of anna" or "process 12 of anna and 2 more"; empty if
/// the holder cannot be seen.
[[nodiscard]] std::string to_text(const LockHolder& holder);

/// A lock, between processes of one user, on a file made for the purpose. The
/// kernel releases the lock after the end of this object and of every process
/// that inherited the descriptor.
class FileLock {
 public:
  /// Opens the file, which is made if there is none. Throws FileError.
  explicit FileLock(std::filesystem::path path);

  /// Waits until nobody else holds the lock. Returns false if the file system
  /// has no locks. After `patience` a notice on standard error names the
  /// holder.
  bool take_alone(std::chrono::nanoseconds patience = kPatience);
  /// Waits until nobody else holds the lock alone, as take_alone() does.
  bool take_shared(std::chrono::nanoseconds patience = kPatience);
  /// Takes the lock alone without waiting. Returns false if another holds the
  /// lock. Throws FileError if the file system has no locks.
  [[nodiscard]] bool try_to_take();

  [[nodiscard]] int descriptor() const { return file_.number(); }

 private:
  static constexpr std::chrono::seconds kPatience{2};
  bool take(LockKind kind, std::chrono::nanoseconds patience);

  std::filesystem::path path_;
  Descriptor file_;
};

}  // namespace spl::runner
