#include <algorithm>
#include <vector>

#include "spl/workload.hpp"

// The workload of spl-run doctor itself: it computes, branches and uses
// the first cache.
SPL_WORKLOAD(spl_self_test_sort, ()) {
  std::vector<unsigned> numbers(500);
  while (spl.needs_more()) {
    for (unsigned& number : numbers) {
      number = static_cast<unsigned>(spl.random()());
    }
    std::ranges::sort(numbers);
    spl::keep(numbers);
  }
}
