// Code of some 50 ms an iteration, each of which is compared with itself:
// arithmetic, memory that no cache holds, and allocation.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "spl/workload.hpp"

SPL_WORKLOAD(arithmetic, (int), spl::values(0, 1)) {
  std::uint64_t state = 1;
  while (spl.needs_more()) {
    constexpr int kSteps = 40'000'000;
    for (int i = 0; i < kSteps; ++i) state = state * 6364136223846793005U + 1;
    spl::keep(state);
  }
}

SPL_WORKLOAD(memory, (int), spl::values(0, 1)) {
  constexpr std::size_t kPlaces = std::size_t{1} << 23;
  std::vector<std::uint64_t> places(kPlaces, 1);
  std::uint64_t at = 0;
  while (spl.needs_more()) {
    constexpr int kSteps = 400'000;
    for (int i = 0; i < kSteps; ++i) {
      at = at * 6364136223846793005U + places[(at >> 32) % kPlaces];
    }
    spl::keep(at);
  }
}

SPL_WORKLOAD(allocation, (int), spl::values(0, 1)) {
  while (spl.needs_more()) {
    constexpr int kNodes = 3'000'000;
    std::list<int> nodes;
    for (int i = 0; i < kNodes; ++i) nodes.push_back(i);
    spl::keep(nodes.size());
  }
}
