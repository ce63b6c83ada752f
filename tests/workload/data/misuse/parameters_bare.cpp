// Must not compile; the compiler must say:
// SPL: put the parameters of a workload in parentheses, as
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, int size) {
  while (spl.needs_more()) spl::keep(size);
}
