#include "spl/logic/catalogue.hpp"

#include <utility>

#include "spl/logic/name.hpp"

namespace spl::logic {
Entries::Entries(std::vector<Entry> all) : all_(std::move(all)) {
  for (std::size_t i = 0; i < all_.size(); ++i) index(i);
}

void Entries::push_back(Entry entry) {
  all_.push_back(std::move(entry));
  index(all_.size() - 1);
}

void Entries::index(std::size_t i) {
  const auto [known, is_new] =
      numbers_.emplace(canonical_name(all_[i].name), i);
  Entry& first = all_[known->second];
  if (is_new || first.parts.empty()) return;
  if (all_[i].parts.empty()) {
    known->second = i;
  } else {
    first.twin = all_[i].place;
    all_[i].twin = first.place;
  }
}

const Entry* Entries::find(const std::string& name) const {
  const auto found = numbers_.find(canonical_name(name));
  return found == numbers_.end() ? nullptr : &all_[found->second];
}

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
  for (auto& [name, facts] : result.revisions) {
    facts.unbuilt = false;
    facts.is_build = true;  // What nothing has is a mistake.
  }
  return result;
}

const Entry* Catalogue::find(const std::string& name) const {
  return entries.find(name);
}

const Entry* Catalogue::find_in(const std::string& revision,
                                const std::string& name) const {
  const auto facts = revisions.find(revision);
  return facts != revisions.end() && facts->second.entries
             ? facts->second.entries->find(name)
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
