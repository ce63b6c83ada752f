#include "spl/workload/clock.hpp"

#include <sched.h>
#include <sys/resource.h>

#include <ctime>

namespace spl::workload {

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
          static_cast<std::uint64_t>(usage.ru_nvcsw)};
}

Delay SteadyClock::delay() { return delay_.since_last(); }

}  // namespace spl::workload
