#include "runner/formulas/name_filter.hpp"

#include <fnmatch.h>

#include <algorithm>

namespace spl::runner {
namespace {

bool matches_any(const std::string& patterns, const std::string& label) {
  for (std::size_t at = 0; at <= patterns.size();) {
    const std::size_t end = std::min(patterns.find(':', at), patterns.size());
    const std::string pattern = patterns.substr(at, end - at);
    if (fnmatch(pattern.c_str(), label.c_str(), 0) == 0) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

bool selects(const std::string& filter, const std::string& label) {
  if (filter.empty()) return true;
  const std::size_t dash = filter.find('-');
  const std::string positive = filter.substr(0, dash);
  if (!positive.empty() && !matches_any(positive, label)) return false;
  return dash == std::string::npos ||
         !matches_any(filter.substr(dash + 1), label);
}

}  // namespace spl::runner
