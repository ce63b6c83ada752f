// Must not compile; the compiler must say:
// SPL: a parameter must be taken by value or by const reference
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, (int& size)) {
  while (spl.needs_more()) spl::keep(size);
}
