// Must not compile; the compiler must say:
// private
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, ()) {
  auto copy = spl;
  while (copy.needs_more()) {
  }
}
