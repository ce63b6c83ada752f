#pragma once

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

}  // namespace spl::runner
