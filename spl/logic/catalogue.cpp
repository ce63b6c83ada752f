#include "spl/logic/catalogue.hpp"

#include <algorithm>

#include "spl/logic/name.hpp"
#include "spl/logic/performance.hpp"

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
  if (is_under_test(revision)) return unbuilt;
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
  if (there != nullptr || is_build(revision)) return there;
  const Entry* today = find(name);
  const auto facts = revisions.find(revision);
  const bool is_known = facts != revisions.end() && facts->second.entries;
  if (today != nullptr || is_known) return today;
  const std::vector<std::string> builds = builds_with(name);
  return builds.empty() ? nullptr : find_in(builds.front(), name);
}

bool Catalogue::is_build(const std::string& revision) const {
  const auto facts = revisions.find(revision);
  return facts != revisions.end() && facts->second.is_build &&
         facts->second.entries;
}

std::vector<std::string> Catalogue::builds_with(const std::string& name) const {
  std::vector<std::string> result;
  for (const auto& [build, facts] : revisions) {
    if (is_build(build) && find_in(build, name) != nullptr) {
      result.push_back(build);
    }
  }
  return result;
}

}  // namespace spl::logic
