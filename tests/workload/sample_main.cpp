// A program that only holds workloads, with the main of spl::workload_main.
#include <algorithm>
#include <string>
#include <vector>

#include "spl/workload.hpp"

// A text by value works, too.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
SPL_WORKLOAD(sort, (int size, std::string order), spl::values(10, 100),
             spl::values("up", "down")) {
  std::vector<int> numbers(static_cast<std::size_t>(size));
  while (spl.needs_more()) {
    for (int& number : numbers) number = spl.random()(0, 99);
    std::sort(numbers.begin(), numbers.end());
    if (order == "down") std::reverse(numbers.begin(), numbers.end());
    spl::keep(numbers);
  }
}

SPL_METHOD("find", [](const std::vector<int>& self, int key) {
  return std::count(self.begin(), self.end(), key);
});

SPL_GENERATOR(
    "keys", [](int size) { return size; }, spl::values(10, 100));
