#include "spl/workload/scheduler_delay.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace spl::workload {
namespace {

std::int64_t nanoseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// The first thread has a shorter path: 12 us in a new process instead of 16.
const char* account_of(long thread) {
  return thread == getpid() ? "/proc/self/schedstat"
                            : "/proc/thread-self/schedstat";
}

}  // namespace

SchedulerDelay::SchedulerDelay(std::string path, const char* groups)
    : path_(std::move(path)), throttling_(groups) {}

SchedulerDelay::~SchedulerDelay() {
  if (file_ >= 0) close(file_);
}

Delay SchedulerDelay::since_last() {
  const long thread = syscall(SYS_gettid);
  if (thread != thread_) open_account(thread);
  const bool had_reading = std::exchange(has_reading_, false);
  const std::uint64_t before = waited_;
  has_reading_ = read_account(waited_);
  const std::uint64_t now = throttling_.stopped_ns();
  const std::uint64_t stopped = now - std::exchange(stopped_, now);
  const bool beside_threads = others_ran();
  if (!had_reading || !has_reading_) return {0, Delay::Kind::kUnknown};
  if (beside_threads) return {0, Delay::Kind::kBesideThreads};
  const std::uint64_t waited = waited_ - before;
  return {waited - std::min(waited, stopped), Delay::Kind::kKnown};
}

void SchedulerDelay::open_account(long thread) {
  if (file_ >= 0) close(file_);
  const char* path = path_.empty() ? account_of(thread) : path_.c_str();
  file_ = open(path, O_RDONLY | O_CLOEXEC);
  thread_ = thread;
  has_reading_ = false;
  others_ns_ = 0;
}

// Three numbers: ns on processors, ns of waiting for one, and how often it was
// given one. A kernel that does not count these writes zeros.
bool SchedulerDelay::read_account(std::uint64_t& waited) const {
  char text[80];
  const ssize_t size = file_ < 0 ? -1 : pread(file_, text, sizeof text - 1, 0);
  if (size <= 0) return false;
  text[size] = '\0';
  char* end = text;
  (void)std::strtoull(end, &end, 10);
  waited = std::strtoull(end, &end, 10);
  return std::strtoull(end, &end, 10) > 0;
}

// Compares processor times, which include those of ended threads. This thread's
// own time grows meanwhile, so the time of the others lies between two limits:
// they ran if the lower limit now exceeds the earlier upper limit.
bool SchedulerDelay::others_ran() {
  // ns, the time that the end of a thread takes.
  constexpr std::int64_t kNothing = 5'000;
  const std::int64_t before = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  const std::int64_t process = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  const std::int64_t after = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  const std::int64_t at_most = std::exchange(others_ns_, process - before);
  return process - after - at_most > kNothing;
}

}  // namespace spl::workload
