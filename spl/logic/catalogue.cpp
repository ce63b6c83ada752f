#include "spl/logic/catalogue.hpp"

#include <algorithm>

#include "spl/logic/formula.hpp"

namespace spl::logic {

std::string to_text(Entry::Kind kind) {
  switch (kind) {
    case Entry::Kind::kWorkload:
      return "workload";
    case Entry::Kind::kMethod:
      return "method";
    case Entry::Kind::kFactory:
      return "factory";
    case Entry::Kind::kGenerator:
      return "generator";
    case Entry::Kind::kInstrument:
      return "instrument";
  }
  return {};
}

const Entry* Catalogue::find(const std::string& name) const {
  const auto found = std::find_if(
      entries.begin(), entries.end(),
      [&](const Entry& entry) { return same_name(entry.name, name); });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace spl::logic
