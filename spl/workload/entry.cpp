#include "spl/workload/entry.hpp"

#include <utility>

#include "spl/workload/heap.hpp"
#include "spl/workload/registry.hpp"

namespace spl::workload {

std::string name_of_tokens(const char* text) {
  const bool literal = *text == '"';
  bool inside = false;
  std::string name;
  for (const char* at = text; *at != '\0'; ++at) {
    if (literal && *at == '"') {
      inside = !inside;
    } else if (literal && *at == '\\' && at[1] != '\0') {
      ++at;
      name += *at == 'n' ? '\n' : *at;
    } else if (literal ? inside : *at != ' ') {
      name += *at;
    }
  }
  return name;
}

Entry::Entry(EntryFacts::Kind kind, std::string name, const Origin& origin)
    : kind_(kind), name_(std::move(name)), origin_(origin) {
  Registry::instance().add(*this);
}

Entry::~Entry() { Registry::instance().remove(*this); }

std::string Entry::place() const {
  if (origin_.line == 0) return origin_.file;
  return origin_.file + (':' + std::to_string(origin_.line));
}

EntryFacts Entry::facts() const {
  EntryFacts facts;
  facts.kind = kind_;
  facts.name = name_;
  facts.place = place();
  describe(facts);
  return facts;
}

void settle_heap(const Surroundings& surroundings) {
  if (surroundings.heap != nullptr) surroundings.heap->settle();
}

}  // namespace spl::workload
