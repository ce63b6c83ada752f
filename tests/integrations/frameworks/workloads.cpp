// In a source of its own, so that the order of static initialisation is open.

#include <spl/workload.hpp>
#include <vector>

// Allocates the same in every run.
SPL_WORKLOAD(fill, (int size)) {
  while (spl.needs_more()) {
    std::vector<int> numbers;
    for (int i = 0; i < size; ++i) numbers.push_back(i);
    spl::keep(numbers);
  }
}

// Two that differ in nothing but noise.
SPL_WORKLOAD(one, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 1000; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(other, ()) {
  while (spl.needs_more()) {
    for (int i = 0; i < 1000; ++i) spl::keep(i);
  }
}
