#pragma once

#include <cstdint>

namespace spl::bench {

/// A dependent chain of multiplications: three or four cycles each, whatever
/// the compiler knows.
template <int kCount>
[[gnu::always_inline]] inline void multiply(std::uint64_t& number) {
  asm volatile("" : "+r"(number));  // So that an empty loop stays.
  for (int i = 0; i < kCount; ++i) {
    number *= 3;
    asm volatile("" : "+r"(number));
  }
}

}  // namespace spl::bench
