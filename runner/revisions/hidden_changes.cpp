#include "runner/revisions/hidden_changes.hpp"

#include <map>

#include "runner/revisions/compared_revisions.hpp"
#include "runner/revisions/differing_files.hpp"

namespace spl::runner {
namespace {

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
        ": " + files_text(files) + (is_one ? " differs" : " differ") +
        " between them, but \"overlay\" in spl.json gives both " +
        (is_one ? "that" : "those") +
        " of the working tree: what changed there is not compared");
  }
  return result;
}

}  // namespace spl::runner
