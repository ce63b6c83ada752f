#include "runner/system/machine_lock.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <system_error>
#include <thread>

#include "runner/system/error_text.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(1);
/// The number of times that the file may be replaced between opening and
/// locking.
constexpr int kMostTries = 100;

/// Opens the file without O_CREAT: in a sticky folder the kernel may refuse
/// that for another user's file. Does not wait for a pipe that another user put
/// there.
int open_existing(const fs::path& path) {
  return open(path.c_str(),
              O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

/// Makes the file, under another name first: nobody sees the file before all
/// users can open it, with any umask.
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

bool is_regular(int descriptor) {
  struct stat facts {};
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

/// Returns whether the path still names the opened file: another process could
/// hold the lock on a newer file.
bool is_current(int descriptor, const fs::path& path) {
  struct stat mine {};
  struct stat named {};
  return fstat(descriptor, &mine) == 0 && stat(path.c_str(), &named) == 0 &&
         mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

std::string notice(const fs::path& path) {
  return kLockNotice + measurement_text(lock_holder(path)) +
         "; only one at a time gives figures that can be trusted";
}

std::string timeout_text(const fs::path& path) {
  return measurement_text(lock_holder(path)) + " holds the lock " +
         path.string() +
         " for longer than `lock-timeout` allows; wait longer, or end that "
         "process";
}

/// Locks in a thread, so that this one can wait for something else, too.
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
        eventfd_write(ended, 1 + static_cast<eventfd_t>(wait_for_lock(lock)));
      }).detach();
    } catch (const std::system_error& refused) {
      error_ = refused.code().value();
    }
  }
  /// If nothing is known yet, the thread still uses its descriptor.
  ~Waiting() {
    if (error_ && ended_ >= 0) close(ended_);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Returns whether waiting ends within the time; absent: no limit.
  bool is_over_within(std::optional<steady_clock::duration> time) {
    // Rounded up: waits of no time would repeat again and again.
    const int milliseconds =
        time ? static_cast<int>(
                   std::chrono::ceil<std::chrono::milliseconds>(*time).count())
             : -1;
    if (error()) return true;
    pollfd ready[] = {{ended_, POLLIN, 0}, {stop_, POLLIN, 0}};
    int count = 0;
    do {
      count = poll(ready, std::size(ready), milliseconds);
    } while (count < 0 && errno == EINTR);
    if (count < 0) failure_ = errno;
    eventfd_t result = 0;
    if (ready[0].revents != 0 && eventfd_read(ended_, &result) == 0) {
      error_ = static_cast<int>(result - 1);
    }
    return count != 0;
  }

  /// Returns the result of wait_for_lock(), once it is known, or why it will
  /// not be known.
  [[nodiscard]] std::optional<int> error() const {
    return error_ ? error_ : failure_;
  }

 private:
  int ended_;  ///< Gets 1 and the error of the thread.
  int stop_;
  std::optional<int> error_;
  std::optional<int> failure_;  ///< Of waiting for the thread.
};

/// The end of a wait, and the time between questions to the watch.
class Deadline {
 public:
  Deadline(std::optional<std::chrono::nanoseconds> limit,
           const StopWatch* watch)
      : watch_(watch) {
    // A time that a clock cannot count has no end.
    if (limit && *limit < std::chrono::hours(1000000)) {
      end_ = steady_clock::now() + *limit;
    }
  }

  [[nodiscard]] bool is_over() const {
    return end_ && steady_clock::now() >= *end_;
  }

  /// Returns the time until the next look at both; absent: no limit.
  [[nodiscard]] std::optional<steady_clock::duration> step() const {
    std::optional<steady_clock::duration> step;
    if (watch_ != nullptr) step = watch_->interval();
    if (!end_) return step;
    const auto left = std::clamp<steady_clock::duration>(
        *end_ - steady_clock::now(), steady_clock::duration::zero(),
        std::chrono::hours(1));
    return step ? std::min(*step, left) : left;
  }

 private:
  const StopWatch* watch_;
  std::optional<steady_clock::time_point> end_;
};

/// Locks like wait_for_lock(), with a notice. Returns ECANCELED if the watch
/// says stop before, ETIMEDOUT after the limit. Wakes up no more often than the
/// watch asks, as someone measures meanwhile.
int wait_with_notice(int descriptor, const fs::path& path, StopWatch* watch,
                     std::optional<std::chrono::nanoseconds> limit) {
  static bool is_reported = false;
  const int error = try_lock(descriptor);
  if (error != EWOULDBLOCK) return error;
  const Deadline deadline(limit, watch);
  Waiting waiting(descriptor, watch);
  if (!is_reported && (!limit || *limit > kPatience) &&
      !waiting.is_over_within(kPatience)) {
    is_reported = true;
    print_notice(notice(path));
  }
  while (!waiting.error()) {
    if (watch != nullptr && watch->signal() != 0) return ECANCELED;
    if (deadline.is_over()) return ETIMEDOUT;
    (void)waiting.is_over_within(deadline.step());
  }
  return *waiting.error();
}

void report_unlocked(const fs::path& path, const std::string& reason) {
  static bool is_reported = false;
  if (is_reported) return;
  is_reported = true;
  print_notice(kLockWarning + path.string() + ": " + reason +
               "; another measurement on this machine may spoil this one");
}

}  // namespace

std::string machine_lock_path() {
  const char* variable = std::getenv("SPL_MACHINE_LOCK");
  if (variable == nullptr || *variable == '\0') {
    return "/tmp/spl-measuring.lock";
  }
  return fs::absolute(variable).string();
}

std::string measurement_text(const LockHolder& holder) {
  const std::string who = to_text(holder);
  return "another measurement on " + host_name() +
         (who.empty() ? "" : " (" + who + ')');
}

MachineLock::MachineLock(const fs::path& path, StopWatch* watch,
                         std::optional<std::chrono::nanoseconds> limit) {
  for (int attempt = 0; attempt < kMostTries; ++attempt) {
    descriptor_ = open_lock(path);
    if (descriptor_ < 0) {
      report_unlocked(path,
                      errno == ELOOP ? "it is a link" : limit_text(errno));
      return;
    }
    if (!is_regular(descriptor_)) {
      report_unlocked(path, "it is not a regular file");
      return;
    }
    const int error = wait_with_notice(descriptor_, path, watch, limit);
    if (error == ETIMEDOUT)
      timeout_ = timeout_text(path);
    else if (error != 0 && error != ECANCELED)
      report_unlocked(path, limit_text(error));
    if (error != 0 || is_current(descriptor_, path)) return;
    close(descriptor_);
    descriptor_ = -1;
  }
  report_unlocked(path, "it is replaced again and again");
}

MachineLock::~MachineLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace spl::runner
