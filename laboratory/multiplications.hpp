#pragma once

#include <cstdint>

namespace spl::bench {

/// Too large a factor to be made of shifts and additions.
inline constexpr std::uint64_t kFactor = 6'364'136'223'846'793'005;

/// A dependent chain of multiplications: three or four cycles each, whatever
/// the compiler knows.
template <int kCount>
[[gnu::always_inline]] inline void multiply(std::uint64_t& number) {
  asm volatile("" : "+r"(number));  // So that an empty loop stays.
  for (int i = 0; i < kCount; ++i) {
    number *= kFactor;
    asm volatile("" : "+r"(number));
  }
}

}  // namespace spl::bench
