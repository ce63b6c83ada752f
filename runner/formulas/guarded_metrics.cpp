#include "runner/formulas/guarded_metrics.hpp"

#include <set>

namespace spl::runner {

std::vector<std::string> guarded_values(std::string_view option,
                                        const std::string& value) {
  if (option != "metric") return {value};
  std::vector<std::string> result{""};
  for (const char c : value) {
    if (c == ',') {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  std::set<std::string> known;
  std::erase_if(result, [&](const std::string& one) {
    return !known.insert(one).second;  // Once is enough.
  });
  return result;
}

}  // namespace spl::runner
