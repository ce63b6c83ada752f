// Workloads whose instructions are known to the last one.

#include <spl/workload.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace {

[[gnu::noinline]] void count_to(int steps) {
  for (int i = 0; i < steps; ++i) asm volatile("" : "+r"(i));
}

[[gnu::noinline]] void count_to_one_more(int steps) {
  for (int i = 0; i < steps; ++i) asm volatile("" : "+r"(i));
  asm volatile("nop");
}

}  // namespace

SPL_WORKLOAD(loop, (int steps)) {
  while (spl.needs_more()) count_to(steps);
}

SPL_WORKLOAD(one_more, (int steps)) {
  while (spl.needs_more()) count_to_one_more(steps);
}

/// Takes few instructions, each of which waits for the one before.
SPL_WORKLOAD(divided, (int steps)) {
  double value = 1;
  while (spl.needs_more()) {
    for (int i = 0; i < steps; ++i) {
      value /= 1.5;
      spl::keep(value);
    }
    value = 1;
  }
}

/// Only a part is timed.
SPL_WORKLOAD(part, (int steps)) {
  while (spl.needs_more()) {
    count_to(777);
    spl.start();
    count_to(steps);
    spl.stop();
    count_to(777);
  }
}

/// Reads so many cache lines that none of them is in the cache any more.
SPL_WORKLOAD(lines, (int count)) {
  constexpr std::size_t kLine = 64;
  std::vector<char> bytes(kLine * static_cast<std::size_t>(count));
  while (spl.needs_more()) {
    for (std::size_t i = 0; i < bytes.size(); i += kLine) {
      asm volatile("" : : "r"(*static_cast<const volatile char*>(&bytes[i])));
    }
  }
}

/// Draws what it does.
SPL_WORKLOAD(drawn, (int most)) {
  const auto steps = static_cast<int>(spl.random()() % most);
  while (spl.needs_more()) count_to(steps);
}

#ifdef __x86_64__
/// Executes an instruction of AVX-512 (vpaddd).
SPL_WORKLOAD(newest, ()) {
  while (spl.needs_more()) {
    asm volatile(".byte 0x62, 0xf1, 0x7d, 0x48, 0xfe, 0xc0" : : : "xmm0");
  }
}
#endif

namespace {

[[gnu::noinline]] void fill(std::vector<long>& numbers, int count) {
  for (int i = 0; i < count; ++i) numbers.push_back(i);
}

}  // namespace

/// Allocates in two functions, and once more outside of what is timed.
SPL_WORKLOAD(allocates, (int count)) {
  while (spl.needs_more()) {
    std::string untimed(100, 'x');
    spl::keep(untimed);
    spl.start();
    std::vector<long> numbers;
    fill(numbers, count);
    std::string text(50, 'x');
    spl::keep(text);
    spl.stop();
  }
}
