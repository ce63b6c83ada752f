#include "runner/revisions/compared_revisions.hpp"

#include <algorithm>
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

std::string files_text(const std::vector<std::string>& files) {
  constexpr std::size_t kMostNames = 3;
  const std::size_t named = std::min(files.size(), kMostNames);
  std::string text = files.front();
  for (std::size_t i = 1; i < named; ++i) {
    text += (i + 1 == files.size() ? " and " : ", ") + files[i];
  }
  const std::size_t more = files.size() - named;
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

}  // namespace spl::runner
