// Must not compile; the compiler must say:
// SPL: give one spl::values(...) for each parameter, in the order of
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, (int size, int seed), spl::values(10, 100)) {
  while (spl.needs_more()) spl::keep(size + seed);
}
