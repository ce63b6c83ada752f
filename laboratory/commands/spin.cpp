// A process that takes as long as its argument says: so many steps, each of
// which needs the one before it.
#include <cstdint>
#include <cstdlib>

#include "spl/workload/keep.hpp"

int main(int count, char** words) {
  std::int64_t left = count > 1 ? std::strtoll(words[1], nullptr, 10) : 0;
  std::uint64_t state = 88172645463325252U;
  for (; left > 0; --left) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    spl::keep(state);
  }
}
