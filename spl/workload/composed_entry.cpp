#include "spl/workload/composed_entry.hpp"

#include <utility>

#include "spl/workload/registered.hpp"

namespace spl::workload {

ComposedEntry::ComposedEntry(std::string name, const Origin& origin,
                             std::vector<std::string> parts)
    : Measurable(EntryFacts::Kind::kMethod, std::move(name), origin),
      parts_(std::move(parts)) {}

void ComposedEntry::measure(Run& run, const Surroundings& surroundings) {
  Surroundings around = surroundings;
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    auto* maker = static_cast<Maker*>(registered(parts_[i]).front());
    (maker->kind() == EntryFacts::Kind::kFactory ? around.factory
                                                 : around.generator) = maker;
  }
  static_cast<Measurable*>(registered(parts_.front()).front())
      ->measure(run, around);
}

void ComposedEntry::describe(EntryFacts& facts) const {
  facts.parts = parts_;
  const EntryFacts taker =
      registered(parts_[parts_.size() > 1 ? 1 : 0]).front()->facts();
  facts.parameters = taker.parameters;
  if (taker.kind == EntryFacts::Kind::kMethod) {
    facts.arguments = taker.arguments;
    return;
  }
  for (const ParameterFacts& one : facts.parameters) {
    facts.arguments.push_back(one.type);
  }
}

}  // namespace spl::workload
