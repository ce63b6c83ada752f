#include "runner/revisions/compared_revisions.hpp"

#include <iterator>

namespace spl::runner {

std::set<std::pair<std::string, std::string>> compared_revisions(
    const Suite& suite, const SourcesOfRevisions& sources) {
  std::set<std::pair<std::string, std::string>> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      std::set<std::string> names;
      for (const logic::Performance& one : performances_of(relation)) {
        if (sources.contains(one.revision)) names.insert(one.revision);
      }
      for (auto one = names.begin(); one != names.end(); ++one) {
        for (auto other = std::next(one); other != names.end(); ++other) {
          result.emplace(*one, *other);
        }
      }
    }
  }
  return result;
}

}  // namespace spl::runner
