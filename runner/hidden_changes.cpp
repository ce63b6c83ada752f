#include "runner/hidden_changes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "runner/grouping.hpp"

namespace spl::runner {
namespace {

using Pair = std::pair<std::string, std::string>;

/// Each two that a relation compares, once.
std::set<Pair> compared_revisions(const Suite& suite,
                                  const SourcesOfRevisions& sources) {
  std::set<Pair> result;
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

std::vector<std::string> changed_files(const Tree& one, const Tree& other) {
  std::map<std::string, const TreeFile*> files;
  for (const TreeFile& file : one) files[file.path] = &file;
  std::vector<std::string> result;
  for (const TreeFile& file : other) {
    const auto found = files.find(file.path);
    if (found == files.end()) continue;
    if (found->second->id != file.id || found->second->kind != file.kind) {
      result.push_back(file.path);
    }
  }
  return result;
}

/// "a.cpp", "a.cpp and b.cpp", "a.cpp, b.cpp, c.cpp and 4 more".
std::string names_text(const std::vector<std::string>& files) {
  constexpr std::size_t kMostNames = 3;
  const std::size_t named = std::min(files.size(), kMostNames);
  std::string text = files.front();
  for (std::size_t i = 1; i < named; ++i) {
    text += (i + 1 == files.size() ? " and " : ", ") + files[i];
  }
  const std::size_t more = files.size() - named;
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

}  // namespace

std::vector<std::string> hidden_changes(const Suite& suite,
                                        const SourcesOfRevisions& sources) {
  std::vector<std::string> result;
  for (const auto& [one, other] : compared_revisions(suite, sources)) {
    const std::vector<std::string> files =
        changed_files(sources.at(one).hidden, sources.at(other).hidden);
    if (files.empty()) continue;
    const bool is_one = files.size() == 1;
    result.push_back(
        revision_name(one, sources) + " and " + revision_name(other, sources) +
        ": " + names_text(files) + (is_one ? " differs" : " differ") +
        " between them, but \"overlay\" in spl.json gives both " +
        (is_one ? "that" : "those") +
        " of the working tree: what changed there is not compared");
  }
  return result;
}

}  // namespace spl::runner
