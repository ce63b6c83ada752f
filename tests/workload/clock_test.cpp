#include "spl/workload/clock.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace spl::workload {
namespace {

cpu_set_t allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  return allowed;
}

/// Has this thread, and those that it starts, on one processor for a while.
class OnOneProcessor {
 public:
  OnOneProcessor() : before_(allowed_processors()) {
    for (int one = 0; one < CPU_SETSIZE; ++one) {
      if (CPU_ISSET(one, &before_)) processors_.push_back(one);
    }
    move_to(0);
  }
  ~OnOneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;

  /// One of the processors that are allowed.
  [[nodiscard]] std::size_t count() const { return processors_.size(); }
  void move_to(std::size_t number) const {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processors_.at(number), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }

 private:
  cpu_set_t before_;
  std::vector<int> processors_;
};

/// Counts how often this process (RUSAGE_SELF) or thread (RUSAGE_THREAD) has
/// been preempted.
std::uint64_t preemptions(int whose) {
  rusage usage{};
  getrusage(whose, &usage);
  return static_cast<std::uint64_t>(usage.ru_nivcsw);
}

TEST(SteadyClock, CountsMovesToAnotherProcessor) {
  const OnOneProcessor here;
  if (here.count() < 2) GTEST_SKIP() << "needs two processors";
  SteadyClock clock;
  const std::uint64_t before = clock.switches().disturbances;
  const std::uint64_t preempted = preemptions(RUSAGE_SELF);
  here.move_to(1);
  const std::uint64_t preempted_meanwhile =
      preemptions(RUSAGE_SELF) - preempted;
  // Preemptions before and after that only add to it.
  EXPECT_GT(clock.switches().disturbances - before, preempted_meanwhile);
}

// Giving way to another thread while there is more to do counts as being
// preempted. The threads share a processor, so that each gives way sooner or
// later, however fast or busy the machine is; this one waits for them, and is
// preempted seldom itself.
TEST(SteadyClock, CountsPreemptionsOfAllThreads) {
  constexpr std::uint64_t kMany = 100;
  const OnOneProcessor here;
  SteadyClock clock;
  const std::uint64_t before = clock.switches().disturbances;
  std::atomic<bool> is_over = false;
  std::uint64_t preempted = 0;
  std::thread other([&] {
    while (!is_over) sched_yield();
  });
  std::thread one([&] {
    using std::chrono::steady_clock;
    const auto end = steady_clock::now() + std::chrono::minutes(1);
    while (preempted < kMany && steady_clock::now() < end) {
      sched_yield();
      preempted = preemptions(RUSAGE_THREAD);
    }
    is_over = true;
  });
  one.join();
  other.join();
  EXPECT_GE(preempted, kMany);
  EXPECT_GE(clock.switches().disturbances - before, preempted);
}

}  // namespace
}  // namespace spl::workload
