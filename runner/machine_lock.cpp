#include "runner/machine_lock.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

#include "runner/host_name.hpp"
#include "runner/notice.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(1);

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

/// Tells after a while, unless it ends before. Nothing wakes up meanwhile, for
/// someone measures.
class Notice {
 public:
  explicit Notice(const fs::path& path)
      : thread_([this, &path] {
          std::unique_lock<std::mutex> lock(mutex_);
          if (end_.wait_for(lock, kPatience, [this] { return over_; })) return;
          tell(notice(path));
        }) {}
  ~Notice() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    end_.notify_one();
    thread_.join();
  }
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable end_;
  bool over_ = false;
  std::thread thread_;
};

void wait_for(int descriptor) {
  while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
  }
}

void wait_and_tell(int descriptor, const fs::path& path) {
  static bool told = false;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return;
  if (told) {
    wait_for(descriptor);
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  const Notice notice(path);
  wait_for(descriptor);
  told = std::chrono::steady_clock::now() - start >= kPatience;
}

void tell_unlocked(const fs::path& path) {
  static bool told = false;
  if (told) return;
  told = true;
  tell(kLockWarning + path.string() + ": " + std::strerror(errno) +
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

MachineLock::MachineLock(const fs::path& path) {
  while (true) {
    descriptor_ = open_lock(path);
    if (descriptor_ < 0) {
      tell_unlocked(path);
      return;
    }
    wait_and_tell(descriptor_, path);
    if (is_current(descriptor_, path)) return;
    close(descriptor_);
  }
}

MachineLock::~MachineLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace spl::runner
