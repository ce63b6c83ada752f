// In a source of its own, so that the order of static initialisation is open.

#include <spl/workload.hpp>

SPL_WORKLOAD(quick, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 10; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(slow, (int factor), spl::values(10, 100)) {
  while (spl.needs_more()) {
    for (int i = 0; i < 10 * factor; ++i) spl::keep(i);
  }
}
