#include "spl/logic/relation.hpp"

namespace spl::logic {

std::set<Performance> performances_of(const Relation& relation) {
  std::set<Performance> result;
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const auto& term : side->terms()) result.insert(term.performance);
  }
  return result;
}

}  // namespace spl::logic
