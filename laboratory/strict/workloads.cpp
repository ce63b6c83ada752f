// Code of any length.
#include <cstdint>
#include <vector>

#include "spl/workload.hpp"

namespace {

/// Some 0.1 us a round.
std::uint64_t sums(const std::vector<std::uint32_t>& numbers, int rounds) {
  std::uint64_t state = 1;
  for (int round = 0; round < rounds; ++round) {
    for (const std::uint32_t one : numbers) state = (state ^ one) * 31;
  }
  return state;
}

}  // namespace

SPL_WORKLOAD(work, (int rounds)) {
  constexpr std::size_t kCount = 64;
  const std::vector<std::uint32_t> numbers(kCount, 3);
  while (spl.needs_more()) spl::keep(sums(numbers, rounds));
}
