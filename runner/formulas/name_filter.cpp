#include "runner/formulas/name_filter.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "spl/logic/family.hpp"

namespace spl::runner {
namespace {

/// A label and, if it is `BM_x/8` or `"BM_x/8"`, also `"BM_x/8"()`, `BM_x` and
/// `BM_x(8)`.
std::vector<std::string> spellings_of(const std::string& label) {
  std::vector<std::string> result{label};
  std::string name = label;
  if (name.size() > 2 && name.starts_with('"') && name.ends_with('"')) {
    name = name.substr(1, name.size() - 2);
  }
  auto member = logic::family_member(name);
  if (!member) return result;
  result.push_back('"' + name + "\"()");
  result.push_back(member->family);
  result.push_back(to_text(logic::Performance{
      std::move(member->family), {}, {}, {}, std::move(member->arguments)}));
  return result;
}

bool matches_any(const std::string& patterns,
                 const std::vector<std::string>& labels) {
  for (std::size_t at = 0; at <= patterns.size();) {
    const std::size_t end = std::min(patterns.find(':', at), patterns.size());
    const std::string pattern = patterns.substr(at, end - at);
    if (std::ranges::any_of(labels, [&](const auto& label) {
          return fnmatch(pattern.c_str(), label.c_str(), 0) == 0;
        })) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

}  // namespace

bool selects(const std::string& filter, const std::string& label) {
  if (filter.empty()) return true;
  const std::size_t dash = filter.find('-');
  const std::string positive = filter.substr(0, dash);
  const auto labels = spellings_of(label);
  if (!positive.empty() && !matches_any(positive, labels)) return false;
  return dash == std::string::npos ||
         !matches_any(filter.substr(dash + 1), labels);
}

}  // namespace spl::runner
