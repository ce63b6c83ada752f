#include "spl/workload/scheduler_delay.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace spl::workload {
namespace {

/// A file in place of a thread's schedstat.
class Account {
 public:
  Account() {
    const int file = mkstemp(path_.data());
    if (file >= 0) close(file);
  }
  ~Account() { std::remove(path_.c_str()); }
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

  void say(const std::string& text) const { std::ofstream(path_) << text; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/spl-schedstat-XXXXXX";
};

TEST(SchedulerDelay, IsWhatTheSecondFieldHasGrownBy) {
  const Account account;
  account.say("100 2000 3\n");
  SchedulerDelay delay(account.path());
  EXPECT_EQ(delay.since_last().kind, Delay::Kind::kUnknown);  // Since when?
  account.say("200 2000 4\n");
  EXPECT_EQ(delay.since_last().ns, 0U);
  account.say("18446744073709551615 18446744073709551615 5\n");
  const Delay last = delay.since_last();
  EXPECT_EQ(last.kind, Delay::Kind::kKnown);
  EXPECT_EQ(last.ns, 18446744073709549615U);
}

TEST(SchedulerDelay, IsUnknownIfTheKernelDoesNotCount) {
  const Account account;
  for (const char* text : {"0 0 0\n", "", "nonsense\n", "1\n"}) {
    account.say(text);
    SchedulerDelay delay(account.path());
    (void)delay.since_last();
    EXPECT_EQ(delay.since_last().kind, Delay::Kind::kUnknown) << text;
  }
  SchedulerDelay missing("/nowhere/schedstat");
  (void)missing.since_last();
  EXPECT_EQ(missing.since_last().kind, Delay::Kind::kUnknown);
}

/// So much of a processor's time, of the thread that calls.
void work(std::int64_t ns) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 +
           time.tv_nsec;
  };
  const std::int64_t end = now() + ns;
  while (now() < end) {
  }
}

TEST(SchedulerDelay, IsNotKnownBesideOtherThreads) {
  const Account account;
  account.say("100 2000 3\n");
  SchedulerDelay delay(account.path());
  (void)delay.since_last();
  std::thread([] { work(1'000'000); }).join();  // Which is gone when asked.
  EXPECT_EQ(delay.since_last().kind, Delay::Kind::kBesideThreads);
  // Its end may still take some of a processor's time.
  using std::chrono::steady_clock;
  const auto end = steady_clock::now() + std::chrono::minutes(1);
  while (delay.since_last().kind != Delay::Kind::kKnown &&
         steady_clock::now() < end) {
  }
  work(1'000'000);  // Of its own.
  EXPECT_EQ(delay.since_last().kind, Delay::Kind::kKnown);
}

TEST(SchedulerDelay, IsOfTheThreadThatAsks) {
  const Account account;
  account.say("100 2000 3\n");
  SchedulerDelay delay(account.path());
  (void)delay.since_last();
  Delay first;
  std::thread([&] { first = delay.since_last(); }).join();
  EXPECT_EQ(first.kind, Delay::Kind::kUnknown);
  EXPECT_EQ(delay.since_last().kind, Delay::Kind::kUnknown);
  EXPECT_EQ(delay.since_last().kind, Delay::Kind::kKnown);
}

/// A process that does nothing but give way, on the first processor that is
/// allowed; this one goes there, too.
class Neighbour {
 public:
  Neighbour() {
    CPU_ZERO(&before_);
    sched_getaffinity(0, sizeof before_, &before_);
    int first = 0;
    while (!CPU_ISSET(first, &before_)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
    child_ = fork();
    if (child_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true) sched_yield();
  }
  ~Neighbour() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    sched_setaffinity(0, sizeof before_, &before_);
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

 private:
  cpu_set_t before_{};
  pid_t child_ = -1;
};

// Whoever gives way to a process that runs waits for the processor.
TEST(SchedulerDelay, HasWhatOtherProcessesGet) {
  using std::chrono::steady_clock;
  SchedulerDelay delay;
  (void)delay.since_last();
  const Delay none = delay.since_last();
  if (none.kind == Delay::Kind::kUnknown) GTEST_SKIP() << "no schedstat here";
  const Neighbour neighbour;
  const auto began = steady_clock::now();
  (void)delay.since_last();
  std::uint64_t waited = 0;
  while (waited == 0 && steady_clock::now() - began < std::chrono::minutes(1)) {
    sched_yield();
    const Delay one = delay.since_last();
    ASSERT_EQ(one.kind, Delay::Kind::kKnown);
    waited += one.ns;
  }
  const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(
      steady_clock::now() - began);
  EXPECT_GT(waited, 0U);
  EXPECT_LT(waited, static_cast<std::uint64_t>(took.count()));
}

}  // namespace
}  // namespace spl::workload
