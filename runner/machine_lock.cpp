#include "runner/machine_lock.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include "runner/host_name.hpp"
#include "runner/notice.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr int kPatienceMs = 1000;

/// Not with O_CREAT where it exists: in a sticky folder the kernel may refuse
/// that for another user's file.
int open_existing(const fs::path& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/// Makes the file under another name first: nobody meets it before all can
/// open it, whatever the umask.
void make(const fs::path& path) {
  std::string name = path.string() + "-XXXXXX";
  const int made = mkostemp(name.data(), O_CLOEXEC);
  if (made < 0) return;
  if (fchmod(made, 0644) == 0) (void)!link(name.c_str(), path.c_str());
  unlink(name.c_str());
  close(made);
}

int open_lock(const fs::path& path) {
  const int opened = open_existing(path);
  if (opened >= 0 || errno != ENOENT) return opened;
  make(path);
  return open_existing(path);
}

/// Whether the path still names what was opened; else another could hold it.
bool is_current(int descriptor, const fs::path& path) {
  struct stat mine {};
  struct stat named {};
  return fstat(descriptor, &mine) == 0 && stat(path.c_str(), &named) == 0 &&
         mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

std::string user_name(unsigned number) {
  const passwd* entry = getpwuid(number);
  return entry == nullptr ? "user " + std::to_string(number) : entry->pw_name;
}

std::string notice(const fs::path& path) {
  const LockHolder holder = lock_holder(path);
  std::string text = kLockNotice + ("another measurement on " + host_name());
  if (holder.pid != 0) {
    text +=
        " (process " + std::to_string(holder.pid) + " of " + holder.user + ')';
  }
  return text + "; only one at a time gives figures that can be trusted";
}

/// 0, or the errno why the lock is not taken.
int take(int lock, int how) {
  while (flock(lock, LOCK_EX | how) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

/// Locks in a thread, so that something else can be waited for, too.
class Waiting {
 public:
  Waiting(int lock, const StopWatch* watch)
      : ended_(eventfd(0, EFD_CLOEXEC)),
        stop_(watch == nullptr ? -1 : watch->descriptor()) {
    if (ended_ < 0) {
      error_ = errno;
      return;
    }
    try {
      std::thread([lock, ended = ended_] {
        eventfd_write(ended, 1 + static_cast<eventfd_t>(take(lock, 0)));
      }).detach();
    } catch (const std::system_error& refused) {
      error_ = refused.code().value();
    }
  }
  /// Where nothing is known yet the thread is still there.
  ~Waiting() {
    if (error_ && ended_ >= 0) close(ended_);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Whether it is over before the time is: -1 is never.
  bool is_over_within(int milliseconds) {
    if (error_) return true;
    pollfd ready[] = {{ended_, POLLIN, 0}, {stop_, POLLIN, 0}};
    int count = 0;
    do {
      count = poll(ready, std::size(ready), milliseconds);
    } while (count < 0 && errno == EINTR);
    eventfd_t told = 0;
    if (ready[0].revents != 0 && eventfd_read(ended_, &told) == 0) {
      error_ = static_cast<int>(told - 1);
    }
    return count > 0;
  }

  /// What take() came to; nothing as long as that is not known.
  [[nodiscard]] std::optional<int> error() const { return error_; }

 private:
  int ended_;  ///< Tells, when the thread has, 1 and its error.
  int stop_;
  std::optional<int> error_;
};

/// The same, but it waits; ECANCELED where the watch says stop before. As
/// someone measures meanwhile, this wakes up no more often than the watch asks.
int wait_and_tell(int descriptor, const fs::path& path, StopWatch* watch) {
  static bool told = false;
  const int error = take(descriptor, LOCK_NB);
  if (error != EWOULDBLOCK) return error;
  Waiting waiting(descriptor, watch);
  if (!told && !waiting.is_over_within(kPatienceMs)) {
    told = true;
    tell(notice(path));
  }
  const int interval =
      watch == nullptr ? -1 : static_cast<int>(watch->interval().count());
  while (!waiting.error()) {
    if (watch != nullptr && watch->signal() != 0) return ECANCELED;
    (void)waiting.is_over_within(interval);
  }
  return *waiting.error();
}

void tell_unlocked(const fs::path& path, int error) {
  static bool told = false;
  if (told) return;
  told = true;
  tell(kLockWarning + path.string() + ": " + std::strerror(error) +
       "; another measurement on this machine may spoil this one");
}

/// `1: FLOCK  ADVISORY  WRITE 812 fe:01:5243 0 EOF`; one that waits has "->"
/// behind the number.
int pid_in(const std::string& line, const std::string& file) {
  std::istringstream words(line);
  std::string number, kind, mode, access, pid, where;
  words >> number >> kind >> mode >> access >> pid >> where;
  if (kind != "FLOCK" || access != "WRITE" || where != file) return 0;
  return std::atoi(pid.c_str());
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
  for (std::string line; holder.pid <= 0 && std::getline(locks, line);) {
    holder.pid = pid_in(line, file);
  }
  const fs::path process = root / "proc" / std::to_string(holder.pid);
  if (holder.pid <= 0 || stat(process.c_str(), &facts) != 0) return {};
  holder.user = user_name(facts.st_uid);
  return holder;
}

MachineLock::MachineLock(const fs::path& path, StopWatch* watch) {
  while (true) {
    descriptor_ = open_lock(path);
    const int error =
        descriptor_ < 0 ? errno : wait_and_tell(descriptor_, path, watch);
    if (error != 0 && error != ECANCELED) tell_unlocked(path, error);
    if (error != 0 || is_current(descriptor_, path)) return;
    close(descriptor_);
  }
}

MachineLock::~MachineLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace spl::runner
