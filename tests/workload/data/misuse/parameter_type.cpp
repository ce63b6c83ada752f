// Must not compile; the compiler must say:
// SPL: a parameter must be of an integral type, a floating-point type
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, (std::vector<int> numbers)) {
  while (spl.needs_more()) spl::keep(numbers);
}
