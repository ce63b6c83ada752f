#include "runner/git/history.hpp"

#include <algorithm>

#include "runner/git/names.hpp"

namespace spl::runner::git {
namespace {

CommitHandle commit_of(git_repository* repository, const git_oid& id) {
  git_commit* found = nullptr;
  check(git_commit_lookup(&found, repository, &id),
        "cannot read commit " + hexadecimal(id) + shallow_remark(repository));
  return CommitHandle(found);
}

/// Returns the first parent that is `ancestor` or descends from it. Throws
/// RevisionError if there is none.
CommitHandle parent_towards(git_repository* repository, git_commit* child,
                            const git_oid& ancestor) {
  for (unsigned i = 0; i < git_commit_parentcount(child); ++i) {
    const git_oid* parent = git_commit_parent_id(child, i);
    if (git_oid_equal(parent, &ancestor) != 0 ||
        git_graph_descendant_of(repository, parent, &ancestor) == 1) {
      return commit_of(repository, *parent);
    }
  }
  throw RevisionError("no way leads from " +
                      hexadecimal(*git_commit_id(child)) + " to " +
                      hexadecimal(ancestor) + shallow_remark(repository));
}

}  // namespace

std::vector<Revision> commits_after(git_repository* repository,
                                    const Revision& good, const Revision& bad) {
  const git_oid first = object_id(good.id);
  const git_oid last = object_id(bad.id);
  if (git_oid_equal(&first, &last) == 0 &&
      git_graph_descendant_of(repository, &last, &first) != 1) {
    throw RevisionError(good.name + " is not an ancestor of " +
                        (bad.name.empty() ? "HEAD" : bad.name) +
                        shallow_remark(repository) +
                        "; the good revision comes before the bad one");
  }
  std::vector<Revision> result;
  CommitHandle at = commit_of(repository, last);
  while (git_oid_equal(git_commit_id(at.get()), &first) == 0) {
    result.push_back(described("", at.get()));
    result.back().name = result.back().id.substr(0, 10);
    at = parent_towards(repository, at.get(), first);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<Revision> first_parents(git_repository* repository,
                                    const Revision& last,
                                    const std::set<std::string>& ids) {
  std::vector<Revision> result;
  CommitHandle at = commit_of(repository, object_id(last.id));
  while (result.size() < ids.size()) {
    if (ids.contains(hexadecimal(*git_commit_id(at.get())))) {
      result.push_back(described("", at.get()));
      result.back().name = result.back().id.substr(0, 10);
    }
    if (git_commit_parentcount(at.get()) == 0) break;
    try {
      at = commit_of(repository, *git_commit_parent_id(at.get(), 0));
    } catch (const RepositoryError&) {
      break;  // A shallow clone ends here.
    }
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace spl::runner::git
