// Workloads with equal means, some calls of one of which do far more.

#include <spl/workload.hpp>

namespace {

/// In a loop of its own, so that each call is counted.
void allocate(int times) {
  for (int i = 0; i < times; ++i) {
    int* made = new int(i);
    spl::keep(made);
    delete made;
  }
}

}  // namespace

SPL_WORKLOAD(steady, (int times), spl::values(6)) {
  while (spl.needs_more()) allocate(times);
}

/// Each fiftieth call makes fifty times less 49 times what the others make.
SPL_WORKLOAD(spiky, (int times), spl::values(6)) {
  int call = 0;
  while (spl.needs_more()) {
    const bool is_late = ++call % 50 == 0;
    allocate(is_late ? 50 * times - 49 * (times - 1) : times - 1);
  }
}
