#include "runner/revisions/moved_branches.hpp"

#include "runner/revisions/compared_revisions.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kShort = 7;  ///< Digits of a commit that people read.

}  // namespace

std::vector<std::string> moved_branches(const Suite& suite,
                                        const SourcesOfRevisions& sources) {
  std::vector<std::string> result;
  for (const auto& [one, other] : compared_revisions(suite, sources)) {
    for (const FetchedBranch& left : sources.at(one).fetched) {
      for (const FetchedBranch& right : sources.at(other).fetched) {
        const bool has_moved = left.folder == right.folder &&
                               left.head.name == right.head.name &&
                               left.head.commit != right.head.commit;
        if (!has_moved) continue;
        result.push_back(
            revision_name(one, sources) + " and " +
            revision_name(other, sources) + ": the branch " + left.head.name +
            " of " + left.folder + " moved between the builds (" +
            left.head.commit.substr(0, kShort) + ", " +
            right.head.commit.substr(0, kShort) +
            "): its changes are compared, too; fetch a commit instead");
      }
    }
  }
  return result;
}

}  // namespace spl::runner
