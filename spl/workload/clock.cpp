#include "spl/workload/clock.hpp"

#include <ctime>

namespace spl::workload {

std::uint64_t SteadyClock::now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace spl::workload
