// A loop, and the same loop with one more instruction after it, in each call.
#include <cstdint>

#include "spl/workload.hpp"

namespace {

constexpr int kSteps = 10'000;

template <class Last>
void loop(spl::Controller& spl, Last last) {
  while (spl.needs_more()) {
    std::uint64_t x = 1;
    for (int i = 0; i < kSteps; ++i) {
      x = x * 0x9E37'79B9'7F4A'7C15 + 1;
      spl::keep(x);
    }
    last();
  }
}

}  // namespace

SPL_WORKLOAD(steps, ()) {
  loop(spl, [] {});
}

SPL_WORKLOAD(one_more, ()) {
  loop(spl, [] { asm volatile("nop"); });
}
