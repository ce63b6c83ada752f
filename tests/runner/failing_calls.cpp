// Loaded before the C library (LD_PRELOAD): lets system calls of spl-run fail,
// and folders seem to be on a network.
//
//   FAILING_CALL   the kind of call, as in fails("KIND") below
//   FAILING_FROM   the number of the first that fails, in each process
//   FAILING_ERROR  the errno
//   FAILING_ALL    if set, all after it fail, too
//   FAILING_COUNT  a file that gets a byte for each call of the kind
//   SEEMS_NETWORK  if set, every folder seems to be on NFS
//
// Declares the calls itself: headers have inline definitions of some.
#include <dlfcn.h>
#include <errno.h>
#include <linux/magic.h>
#include <pthread.h>
#include <sys/vfs.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace {

using Length = std::ptrdiff_t;

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// What the environment asks for, read once.
struct Order {
  const char* kind = std::getenv("FAILING_CALL");
  int from = number("FAILING_FROM");
  int error = number("FAILING_ERROR");
  bool all = std::getenv("FAILING_ALL") != nullptr;
  const char* count = std::getenv("FAILING_COUNT");
  bool is_here = std::strcmp(program_invocation_short_name, "spl-run") == 0;

  static int number(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? 0 : std::atoi(value);
  }
};

void note(const char* file) {
  constexpr int kAppend = 02000 | 1;  // O_APPEND | O_WRONLY
  const int opened = real<int(const char*, int, ...)>("open")(file, kAppend);
  if (opened < 0) return;
  real<Length(int, const void*, std::size_t)>("write")(opened, "x", 1);
  real<int(int)>("close")(opened);
}

bool fails(const char* kind) {
  static const Order order;
  static std::atomic<int> count = 0;
  if (!order.is_here || order.kind == nullptr ||
      std::strcmp(order.kind, kind) != 0) {
    return false;
  }
  if (order.count != nullptr) note(order.count);
  const int number = ++count;
  const bool is_due = order.from > 0 && (number == order.from ||
                                         (order.all && number > order.from));
  if (is_due) errno = order.error;
  return is_due;
}

/// Standard streams stay: what is said is tested.
bool fails_beside_streams(const char* kind, int file) {
  return file > 2 && fails(kind);
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): arguments are in parentheses.
#define REAL(name) real<decltype(name)>(#name)
#define FAILING(kind, result, name, parameters, arguments, failed) \
  extern "C" result name parameters {                              \
    return fails(kind) ? (failed) : REAL(name) arguments;          \
  }
// NOLINTEND(bugprone-macro-parentheses)

extern "C" int open(const char* path, int flags, unsigned mode) {
  return fails("open")
             ? -1
             : real<int(const char*, int, ...)>("open")(path, flags, mode);
}
extern "C" int open64(const char* path, int flags, unsigned mode) {
  return open(path, flags, mode);
}
extern "C" int openat(int at, const char* path, int flags, unsigned mode) {
  return fails("open") ? -1
                       : real<int(int, const char*, int, ...)>("openat")(
                             at, path, flags, mode);
}
extern "C" int openat64(int at, const char* path, int flags, unsigned mode) {
  return openat(at, path, flags, mode);
}
extern "C" Length read(int file, void* to, std::size_t size) {
  return fails_beside_streams("read", file) ? -1 : REAL(read)(file, to, size);
}
extern "C" Length write(int file, const void* from, std::size_t size) {
  if (fails_beside_streams("write", file)) return -1;
  if (size > 1 && fails_beside_streams("short", file)) size /= 2;
  return REAL(write)(file, from, size);
}
extern "C" int close(int file) {
  const bool is_failed = fails_beside_streams("close", file);
  const int error = errno;
  const int result = REAL(close)(file);
  if (is_failed) errno = error;
  return is_failed ? -1 : result;
}
extern "C" int fcntl64(int file, int command, void* value) {
  return fails_beside_streams("fcntl", file)
             ? -1
             : real<int(int, int, ...)>("fcntl64")(file, command, value);
}
extern "C" int fcntl(int file, int command, void* value) {
  return fcntl64(file, command, value);
}
// A wrapper of vfork() would return twice from one frame.
extern "C" int fork() { return fails("fork") ? -1 : REAL(fork)(); }
extern "C" int vfork() { return fork(); }

FAILING("pwrite", Length, pwrite64,
        (int file, const void* from, std::size_t size, long offset),
        (file, from, size, offset), -1)
FAILING("pwrite", Length, pwrite,
        (int file, const void* from, std::size_t size, long offset),
        (file, from, size, offset), -1)
FAILING("pread", Length, pread,
        (int file, void* to, std::size_t size, long offset),
        (file, to, size, offset), -1)
FAILING("pread", Length, pread64,
        (int file, void* to, std::size_t size, long offset),
        (file, to, size, offset), -1)
FAILING("send", Length, send,
        (int file, const void* from, std::size_t size, int flags),
        (file, from, size, flags), -1)
FAILING("recv", Length, recv, (int file, void* to, std::size_t size, int flags),
        (file, to, size, flags), -1)
FAILING("rename", int, rename, (const char* from, const char* to), (from, to),
        -1)
FAILING("rename", int, renameat,
        (int at, const char* from, int there, const char* to),
        (at, from, there, to), -1)
FAILING("unlink", int, unlink, (const char* path), (path), -1)
FAILING("unlink", int, unlinkat, (int at, const char* path, int flags),
        (at, path, flags), -1)
FAILING("unlink", int, rmdir, (const char* path), (path), -1)
FAILING("mkdir", int, mkdirat, (int at, const char* path, unsigned mode),
        (at, path, mode), -1)
FAILING("mkdir", int, mkdir, (const char* path, unsigned mode), (path, mode),
        -1)
FAILING("mkdtemp", char*, mkdtemp, (char* path), (path), nullptr)
FAILING("chmod", int, chmod, (const char* path, unsigned mode), (path, mode),
        -1)
FAILING("chmod", int, fchmod, (int file, unsigned mode), (file, mode), -1)
FAILING("chmod", int, fchmodat,
        (int at, const char* path, unsigned mode, int flags),
        (at, path, mode, flags), -1)
FAILING("link", int, link, (const char* from, const char* to), (from, to), -1)
FAILING("readlink", Length, readlinkat,
        (int at, const char* path, char* to, std::size_t size),
        (at, path, to, size), -1)
FAILING("readlink", Length, readlink,
        (const char* path, char* to, std::size_t size), (path, to, size), -1)
FAILING("readdir", void*, fdopendir, (int file), (file), nullptr)
FAILING("readdir", void*, opendir, (const char* path), (path), nullptr)
FAILING("readdir", void*, readdir, (void* folder), (folder), nullptr)
FAILING("readdir", void*, readdir64, (void* folder), (folder), nullptr)
FAILING("eventfd", int, eventfd, (unsigned count, int flags), (count, flags),
        -1)
FAILING("eventfd", int, signalfd, (int file, const void* mask, int flags),
        (file, mask, flags), -1)
FAILING("limit", int, getrlimit, (unsigned what, void* limit), (what, limit),
        -1)
FAILING("flock", int, flock, (int file, int what), (file, what), -1)
FAILING("stat", int, stat, (const char* path, void* facts), (path, facts), -1)
FAILING("stat", int, lstat, (const char* path, void* facts), (path, facts), -1)
FAILING("stat", int, fstat, (int file, void* facts), (file, facts), -1)
FAILING("stat", int, fstatat,
        (int at, const char* path, void* facts, int flags),
        (at, path, facts, flags), -1)
FAILING("fsync", int, fsync, (int file), (file), -1)
FAILING("fsync", int, fdatasync, (int file), (file), -1)
FAILING("ftruncate", int, ftruncate, (int file, long size), (file, size), -1)
FAILING("ftruncate", int, ftruncate64, (int file, long size), (file, size), -1)
FAILING("mmap", void*, mmap64,
        (void* at, std::size_t size, int kind, int flags, int file,
         long offset),
        (at, size, kind, flags, file, offset),
        // NOLINTNEXTLINE(performance-no-int-to-ptr): MAP_FAILED.
        reinterpret_cast<void*>(-1))
FAILING("pipe", int, pipe2, (int* ends, int flags), (ends, flags), -1)
FAILING("socket", int, socketpair, (int of, int kind, int how, int* ends),
        (of, kind, how, ends), -1)
FAILING("poll", int, poll, (void* files, unsigned long count, int time),
        (files, count, time), -1)
FAILING("wait", int, waitpid, (int process, int* status, int options),
        (process, status, options), -1)
FAILING("wait", int, wait4, (int process, int* status, int options, void* used),
        (process, status, options, used), -1)
FAILING("wait", int, waitid, (int of, int process, void* facts, int options),
        (of, process, facts, options), -1)
FAILING("kill", int, kill, (int process, int signal), (process, signal), -1)
FAILING("random", Length, getrandom,
        (void* to, std::size_t size, unsigned flags), (to, size, flags), -1)
FAILING("thread", int, pthread_create,
        (pthread_t * thread, const pthread_attr_t* how, void* (*run)(void*),
         void* with),
        (thread, how, run, with), EAGAIN)

extern "C" int statfs(const char* path, struct statfs* facts) noexcept {
  const int result = REAL(statfs)(path, facts);
  if (result == 0 && std::getenv("SEEMS_NETWORK") != nullptr) {
    facts->f_type = NFS_SUPER_MAGIC;
  }
  return result;
}
