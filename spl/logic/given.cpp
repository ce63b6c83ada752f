#include "spl/logic/given.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "spl/logic/nearest_name.hpp"

namespace spl::logic {
namespace {

/// Returns the arguments of a performance as one list, or as the generator's
/// and the factory's; none if they are not one.
std::vector<std::vector<Value>> lists_of(const Performance& performance,
                                         std::size_t lists) {
  if (lists == 1 && performance.factory_arguments) return {};
  if (lists == 1) return {performance.arguments};
  SplitArguments own = split_arguments(performance);
  return {std::move(own.of_generator), std::move(own.of_factory)};
}

bool have_sizes(const std::vector<std::vector<Value>>& lists,
                const std::vector<std::size_t>& counts) {
  return std::equal(
      lists.begin(), lists.end(), counts.begin(), counts.end(),
      [](const auto& list, std::size_t count) { return list.size() == count; });
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

std::vector<Entry> given_takers(const GivenPerformances& given,
                                const Performance& prototype,
                                const std::vector<std::size_t>& counts) {
  std::vector<std::vector<std::set<Value>>> values;
  for (const std::size_t count : counts) values.emplace_back(count);
  bool found = false;
  // Their order is that of their names, and then of their arguments.
  for (auto at = given.performances.lower_bound(prototype);
       at != given.performances.end() && without_arguments(*at) == prototype;
       ++at) {
    const auto lists = lists_of(*at, counts.size());
    if (!have_sizes(lists, counts)) continue;
    found = true;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      for (std::size_t j = 0; j < lists[i].size(); ++j) {
        values[i][j].insert(lists[i][j]);
      }
    }
  }
  if (!found) return {};
  std::vector<Entry> entries(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    entries[i].name = to_text(prototype);
    entries[i].parameters.emplace(counts[i]);
    for (std::size_t j = 0; j < counts[i]; ++j) {
      (*entries[i].parameters)[j].values.assign(values[i][j].begin(),
                                                values[i][j].end());
    }
  }
  return entries;
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
      constexpr std::size_t kMany = 2000;  // Each mistake would list them.
      std::vector<std::string> names;
      for (const Performance& one : given.performances) {
        if (given.performances.size() < kMany) names.push_back(to_text(one));
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
