#include "spl/workload/clock.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

namespace spl::workload {
namespace {

std::atomic<std::uint64_t> yields{0};

}  // namespace

void note_yield() { yields.fetch_add(1, std::memory_order_relaxed); }

std::uint64_t SteadyClock::now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// The numbers are for the whole process, since a workload's own threads count;
// without such threads they are this thread's.
Switches SteadyClock::switches() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const int processor = sched_getcpu();
  if (processor != processor_) ++moves_;
  processor_ = processor;
  return {static_cast<std::uint64_t>(usage.ru_nivcsw) + moves_,
          static_cast<std::uint64_t>(usage.ru_nvcsw) +
              yields.load(std::memory_order_relaxed)};
}

Delay SteadyClock::delay() { return delay_.since_last(); }

}  // namespace spl::workload

// In place of the C library's, as for allocations: the kernel counts who yields
// among those who are preempted.
extern "C" int sched_yield() noexcept {
  spl::workload::note_yield();
  return static_cast<int>(syscall(SYS_sched_yield));
}
