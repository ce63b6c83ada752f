// Calls of some 75 us. Of those of `tail` one in twenty takes a hundred times
// as long, at a place that is drawn anew for each twenty.
#include <cstdint>

#include "spl/workload.hpp"

namespace {

constexpr int kSteps = 60'000;
constexpr int kTimesAsLong = 100;
constexpr int kCalls = 20;

std::uint64_t worked(std::uint64_t state, int steps) {
  for (int i = 0; i < steps; ++i) state = state * 6364136223846793005U + 1;
  return state;
}

/// Which call of each twenty is the long one.
class Draw {
 public:
  explicit Draw(spl::Random& random) : random_(random) {}
  [[nodiscard]] bool is_long() {
    if (call_ == 0) long_ = random_(0, kCalls - 1);
    const bool result = call_ == long_;
    call_ = (call_ + 1) % kCalls;
    return result;
  }

 private:
  spl::Random& random_;
  int call_ = 0;
  int long_ = 0;
};

}  // namespace

SPL_WORKLOAD(base, ()) {
  std::uint64_t state = 1;
  while (spl.needs_more()) {
    state = worked(state, kSteps);
    spl::keep(state);
  }
}

SPL_WORKLOAD(tail, ()) {
  Draw draw(spl.random());
  std::uint64_t state = 1;
  while (spl.needs_more()) {
    state = worked(state, draw.is_long() ? kTimesAsLong * kSteps : kSteps);
    spl::keep(state);
  }
}

/// The same between start() and stop(), with as much that is not timed.
SPL_WORKLOAD(timed_tail, ()) {
  Draw draw(spl.random());
  std::uint64_t state = 1;
  while (spl.needs_more()) {
    const int steps = draw.is_long() ? kTimesAsLong * kSteps : kSteps;
    state = worked(state, kSteps);
    spl.start();
    state = worked(state, steps);
    spl::keep(state);
    spl.stop();
  }
}
