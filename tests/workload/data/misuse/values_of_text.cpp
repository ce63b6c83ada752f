// Must not compile; the compiler must say:
// SPL: spl::values(...) of a std::string must be strings
#include <spl/workload.hpp>
#include <vector>

SPL_WORKLOAD(sort, (const std::string& order), spl::values(1)) {
  while (spl.needs_more()) spl::keep(order);
}
