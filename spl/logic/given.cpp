#include "spl/logic/given.hpp"

#include <set>
#include <utility>

#include "spl/logic/nearest_name.hpp"

namespace spl::logic {
namespace {

/// Returns what performances with other arguments have in common, but for the
/// number of arguments.
Performance prototype_of(Performance performance) {
  performance.arguments.clear();
  return performance;
}

void add(Catalogue& catalogue, Entry::Kind kind, const std::string& name,
         const std::string& source) {
  if (name.empty() || catalogue.find(name) != nullptr) return;
  catalogue.entries.push_back({kind, name, {}, {}, {}, source});
}

}  // namespace

Catalogue given_catalogue(GivenPerformances given, const std::string& source) {
  using Kind = Entry::Kind;
  const bool are_known = given.knows_roles;
  Catalogue catalogue;
  for (const Performance& one : given.performances) {
    add(catalogue, Kind::kMethod, one.method, source);
    add(catalogue, are_known ? Kind::kGenerator : Kind::kInstrument,
        one.generator, source);
    add(catalogue, are_known ? Kind::kFactory : Kind::kInstrument, one.factory,
        source);
  }
  catalogue.given = std::move(given);
  return catalogue;
}

std::optional<Entry> given_taker(const GivenPerformances& given,
                                 const Performance& prototype,
                                 std::size_t count) {
  std::vector<std::set<Value>> values(count);
  bool found = false;
  for (const Performance& one : given.performances) {
    if (one.arguments.size() != count || prototype_of(one) != prototype) {
      continue;
    }
    found = true;
    for (std::size_t i = 0; i < count; ++i) values[i].insert(one.arguments[i]);
  }
  if (!found) return std::nullopt;
  Entry entry;
  entry.name = to_text(without_arguments(prototype));
  entry.parameters.emplace(count);
  for (std::size_t i = 0; i < count; ++i) {
    (*entry.parameters)[i].values.assign(values[i].begin(), values[i].end());
  }
  return entry;
}

std::vector<std::string> given_names(const GivenPerformances& given) {
  std::set<std::string> names;
  for (const Performance& one : given.performances) {
    names.insert(to_text(without_arguments(one)));
  }
  return {names.begin(), names.end()};
}

std::optional<Problem> lack(const Relation& relation,
                            const GivenPerformances& given) {
  if (relation.theta.terms().empty()) return std::nullopt;
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const LinearForm::Term& term : side->terms()) {
      if (given.performances.contains(term.performance)) continue;
      std::vector<std::string> names;
      for (const Performance& one : given.performances) {
        names.push_back(to_text(one));
      }
      const std::string name = to_text(term.performance);
      return Problem{
          "there are no observations of " + name + did_you_mean(name, names),
          relation.span, Mistake::kUnknownName};
    }
  }
  return std::nullopt;
}

}  // namespace spl::logic
