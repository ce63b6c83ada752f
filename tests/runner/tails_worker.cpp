// Calls of some 20 us, and the same where some calls or some processes take
// longer, by chance: the typical call is the same, the mean is not.
#include <cstdint>

#include "spl/workload.hpp"

namespace {

constexpr int kSteps = 16'000;

std::uint64_t worked(std::uint64_t state, int steps) {
  for (int i = 0; i < steps; ++i) state = state * 6364136223846793005U + 1;
  return state;
}

/// Something that happens once in so many times.
bool happens(spl::Random& random, int in) { return random(1, in) == 1; }

/// One call in so many takes so many times as long.
void measure_calls(spl::Controller& spl, int in, int times) {
  std::uint64_t state = 1;
  while (spl.needs_more()) {
    const bool is_long = happens(spl.random(), in);
    state = worked(state, is_long ? times * kSteps : kSteps);
    spl::keep(state);
  }
}

/// All calls of one process in so many take so many per cent longer.
void measure_processes(spl::Controller& spl, int in, int percent) {
  const int more = happens(spl.random(), in) ? percent : 0;
  std::uint64_t state = 1;
  while (spl.needs_more()) {
    (void)happens(spl.random(), 2);  // As the calls of the other side draw.
    state = worked(state, kSteps + kSteps / 100 * more);
    spl::keep(state);
  }
}

/// Calls of some 30 ns; every one in so many takes 3 ms more, if any does.
void measure_short_calls(spl::Controller& spl, std::uint64_t in) {
  constexpr int kShort = 24;
  constexpr int kLong = 2'400'000;
  std::uint64_t state = 1;
  for (std::uint64_t call = 1; spl.needs_more(); ++call) {
    state = worked(state, in > 0 && call % in == 0 ? kLong : kShort);
    spl::keep(state);
  }
}

}  // namespace

SPL_WORKLOAD(base, ()) { measure_calls(spl, 2, 1); }
SPL_WORKLOAD(base_again, ()) { measure_calls(spl, 2, 1); }
SPL_WORKLOAD(calls_3_times, ()) { measure_calls(spl, 20, 3); }
SPL_WORKLOAD(calls_5_times, ()) { measure_calls(spl, 20, 5); }
SPL_WORKLOAD(calls_100_times, ()) { measure_calls(spl, 500, 100); }
SPL_WORKLOAD(processes_5_times, ()) { measure_processes(spl, 10, 400); }
SPL_WORKLOAD(processes_30_percent, ()) { measure_processes(spl, 4, 30); }
SPL_WORKLOAD(short_calls, ()) { measure_short_calls(spl, 0); }
SPL_WORKLOAD(short_calls_again, ()) { measure_short_calls(spl, 0); }
SPL_WORKLOAD(late_calls, ()) { measure_short_calls(spl, 100'000); }
