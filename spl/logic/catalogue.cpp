#include "spl/logic/catalogue.hpp"

#include <algorithm>

#include "spl/logic/name.hpp"

namespace spl::logic {
namespace {

const Entry* find_among(const std::vector<Entry>& entries,
                        const std::string& name) {
  const auto found = std::find_if(
      entries.begin(), entries.end(),
      [&](const Entry& entry) { return same_name(entry.name, name); });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

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

bool Catalogue::is_unbuilt(const std::string& revision) const {
  if (revision.empty()) return unbuilt;
  const auto facts = revisions.find(revision);
  return facts != revisions.end() && facts->second.unbuilt;
}

Catalogue Catalogue::as_of_today() const {
  Catalogue result = *this;
  result.unbuilt = false;
  for (auto& [name, facts] : result.revisions) facts.unbuilt = false;
  return result;
}

const Entry* Catalogue::find(const std::string& name) const {
  return find_among(entries, name);
}

const Entry* Catalogue::find_in(const std::string& revision,
                                const std::string& name) const {
  const auto facts = revisions.find(revision);
  return facts != revisions.end() && facts->second.entries
             ? find_among(*facts->second.entries, name)
             : nullptr;
}

const Entry* Catalogue::find_at(const std::string& revision,
                                const std::string& name) const {
  const Entry* there = find_in(revision, name);
  return there != nullptr ? there : find(name);
}

}  // namespace spl::logic
