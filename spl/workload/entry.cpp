#include "spl/workload/entry.hpp"

#include <utility>

#include "spl/workload/heap.hpp"
#include "spl/workload/registry.hpp"

namespace spl::workload {

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
