#pragma once

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <vector>

/// Of figures that are ratios of two things measured side by side.
namespace spl::bench {

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// What calling `work` takes of the processor, in this thread or with all
/// others of this program. What else the machine does at the same time does not
/// count.
template <typename Work>
double cpu_seconds(Work&& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  const auto now = [clock] {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) +
           1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double began = now();
  work();
  return now() - began;
}

enum class Goal { kAtMost, kAtLeast };

/// Prints the figure's line; whether it meets its goal.
inline bool report(const char* figure, double measured, double limit,
                   Goal goal = Goal::kAtMost) {
  const bool at_most = goal == Goal::kAtMost;
  const bool met = at_most ? measured <= limit : measured >= limit;
  std::printf("%-58s %7.3f  %s %.2f  %s\n", figure, measured,
              at_most ? "<=" : ">=", limit, met ? "ok" : "MISSED");
  std::fflush(stdout);
  return met;
}

}  // namespace spl::bench
