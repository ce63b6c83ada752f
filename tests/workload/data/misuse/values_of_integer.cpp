// Must not compile; the compiler must say:
// SPL: spl::values(...) of an integral parameter must be integers
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, (int size), spl::values(10, 2.5)) {
  while (spl.needs_more()) spl::keep(size);
}
