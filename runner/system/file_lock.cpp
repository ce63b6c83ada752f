#include "runner/system/file_lock.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/terminal_text.hpp"

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

namespace {

namespace fs = std::filesystem;

/// The time between tries of a lock before its holder is named.
constexpr auto kStep = std::chrono::milliseconds(2);

std::string user_name(unsigned number) {
  const passwd* entry = getpwuid(number);
  return entry == nullptr ? "user " + std::to_string(number) : entry->pw_name;
}

/// Returns the holder's process in a line of /proc/locks, such as
/// `1: FLOCK  ADVISORY  WRITE 812 fe:01:5243 0 EOF`; 0 if the line is about
/// another file or about a process that waits ("->" after the number).
int pid_in(const std::string& line, const std::string& file) {
  std::istringstream words(line);
  std::string number, kind, mode, access, pid, where;
  words >> number >> kind >> mode >> access >> pid >> where;
  const bool is_held = access == "WRITE" || access == "READ";
  if (kind != "FLOCK" || !is_held || where != file) return 0;
  return std::atoi(pid.c_str());
}

void report_waiting(const fs::path& path, const LockHolder& holder) {
  if (holder.pid == getpid()) return;  // Another thread, which ends by itself.
  const std::string text = to_text(holder);
  print_notice("spl-run: waiting for the lock " + path.string() +
               (text.empty() ? "" : ", which " + text + " holds"));
}

}  // namespace

LockHolder lock_holder(const fs::path& path, const fs::path& root) {
  LockHolder holder;
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return holder;
  char file[64];
  std::snprintf(file, sizeof file, "%02x:%02x:%llu", major(facts.st_dev),
                minor(facts.st_dev),
                static_cast<unsigned long long>(facts.st_ino));
  std::ifstream locks(root / "proc/locks");
  // Others come and go meanwhile, so that the file may show a lock twice.
  std::set<int> known;
  for (std::string line; std::getline(locks, line);) {
    const int pid = pid_in(line, file);
    if (pid <= 0 || !known.insert(pid).second) continue;
    if (holder.pid == 0) holder.pid = pid;
  }
  holder.others = known.empty() ? 0 : known.size() - 1;
  const fs::path process = root / "proc" / std::to_string(holder.pid);
  if (holder.pid <= 0 || stat(process.c_str(), &facts) != 0) return {};
  holder.user = user_name(facts.st_uid);
  return holder;
}

std::string to_text(const LockHolder& holder) {
  if (holder.pid == 0) return {};
  std::string text =
      "process " + std::to_string(holder.pid) + " of " + holder.user;
  if (holder.others > 0) {
    text += " and " + std::to_string(holder.others) + " more";
  }
  return text;
}

FileLock::FileLock(fs::path path)
    : path_(std::move(path)),
      file_(open(path_.c_str(),
                 O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                 0644)) {
  if (file_.number() < 0) throw FileError(disk_error("write", path_, errno));
}

bool FileLock::take_alone(std::chrono::nanoseconds patience) {
  return take(LockKind::kAlone, patience);
}

bool FileLock::take_shared(std::chrono::nanoseconds patience) {
  return take(LockKind::kShared, patience);
}

bool FileLock::try_to_take() {
  const int error = try_lock(file_.number());
  if (error == 0 || error == EWOULDBLOCK) return error == 0;
  throw FileError(disk_error("lock", path_, error));
}

bool FileLock::take(LockKind kind, std::chrono::nanoseconds patience) {
  using std::chrono::steady_clock;
  const auto end = steady_clock::now() + patience;
  for (;;) {
    const int error = try_lock(file_.number(), kind);
    if (error != EWOULDBLOCK) return error == 0;
    if (steady_clock::now() >= end) break;
    std::this_thread::sleep_for(kStep);
  }
  const LockHolder holder = lock_holder(path_);
  // The holder may have released it while this process looked it up.
  if (try_lock(file_.number(), kind) == 0) return true;
  report_waiting(path_, holder);
  return wait_for_lock(file_.number(), kind) == 0;
}

}  // namespace spl::runner
