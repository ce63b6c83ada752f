#include "spl/workload/random.hpp"

#include <stdexcept>

namespace spl {

void Random::throw_empty_range() {
  throw std::invalid_argument(
      "spl::Random: random(low, high) needs low <= high");
}

}  // namespace spl
