#include "runner/system/kernel_lock.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace spl::runner {
namespace {

int lock(int file, LockKind kind, int how) {
  const int lock = kind == LockKind::kAlone ? LOCK_EX : LOCK_SH;
  while (flock(file, lock | how) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

}  // namespace

int try_lock(int file, LockKind kind) { return lock(file, kind, LOCK_NB); }

int wait_for_lock(int file, LockKind kind) { return lock(file, kind, 0); }

bool is_named(int file) {
  struct stat facts {};
  return fstat(file, &facts) == 0 && facts.st_nlink > 0;
}

}  // namespace spl::runner
