#include "runner/revisions/opened_sources.hpp"

#include <iterator>
#include <set>

namespace spl::runner {

namespace fs = std::filesystem;

namespace {

/// Returns each two revisions with sources that a relation compares, once.
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

}  // namespace

OpenedSources::OpenedSources(const Suite& suite,
                             const SourcesOfRevisions& sources,
                             const fs::path& folder)
    : folder_(folder) {
  if (folder.empty()) return;
  std::set<fs::path> folders;
  for (const auto& [one, other] : compared_revisions(suite, sources)) {
    std::vector<std::string> files =
        differing_files(sources.at(one).tree, sources.at(other).tree);
    std::error_code error;
    std::erase_if(files, [&](const std::string& file) {
      return !fs::is_regular_file(folder / file, error);
    });
    for (const std::string& file : files) {
      folders.insert((folder / file).parent_path());
    }
    differing_.emplace_back(
        revision_name(one, sources) + " and " + revision_name(other, sources),
        std::move(files));
  }
  if (!folders.empty()) opened_.emplace(folders);
}

std::vector<std::string> OpenedSources::warnings() {
  std::vector<std::string> result;
  const auto seen = opened_ ? opened_->seen() : std::nullopt;
  if (!seen) return result;
  for (auto& [names, files] : differing_) {
    std::erase_if(files, [&, this](const std::string& file) {
      return !seen->contains(folder_ / file);
    });
    if (files.empty()) continue;
    const bool is_one = files.size() == 1;
    result.push_back(names + ": " + files_text(files) +
                     (is_one ? " differs" : " differ") + " between them and " +
                     (is_one ? "was" : "were") +
                     " opened while they ran: workloads of both read what the "
                     "working tree has there");
  }
  return result;
}

}  // namespace spl::runner
