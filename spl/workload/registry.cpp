#include "spl/workload/registry.hpp"

#include <algorithm>

namespace spl::workload {

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::remove(Entry& entry) {
  entries_.erase(std::remove(entries_.begin(), entries_.end(), &entry),
                 entries_.end());
}

}  // namespace spl::workload
