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

/// The first parent that is `ancestor` or descends from it.
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

Revision default_baseline(git_repository* repository,
                          const Revision& under_test) {
  const std::string remedy = "; say what @baseline means with --baseline REV";
  if (git_repository_head_unborn(repository) != 0) {
    throw RevisionError(
        "the repository has no commit yet, and so no "
        "@baseline");
  }
  Revision tip = under_test.is_working_tree()
                     ? revision_named(repository, "HEAD")
                     : under_test;
  const auto branch = default_branch(repository);
  if (!branch) {
    throw RevisionError(
        "the repository has no default branch to compare with: neither "
        "origin/HEAD nor a branch main or master" +
        remedy);
  }
  const git_oid one = object_id(tip.id);
  const git_oid two = object_id(revision_named(repository, *branch).id);
  git_oid base{};
  if (git_merge_base(&base, repository, &one, &two) != 0) {
    throw RevisionError("what is tested has no commit in common with " +
                        *branch + shallow_remark(repository) + remedy);
  }
  if (hexadecimal(base) != tip.id)
    return revision_named(repository, hexadecimal(base));
  if (under_test.dirty) return tip;
  try {
    return revision_named(repository, tip.id + "~1");
  } catch (const RevisionError&) {
    throw RevisionError("there is no commit before " + tip.id.substr(0, 7) +
                        shallow_remark(repository) + remedy);
  }
}

std::vector<Revision> commits_after(git_repository* repository,
                                    const Revision& good, const Revision& bad) {
  const git_oid first = object_id(good.id);
  const git_oid last = object_id(bad.id);
  if (git_oid_equal(&first, &last) == 0 &&
      git_graph_descendant_of(repository, &last, &first) != 1) {
    throw RevisionError(good.name + " is no ancestor of " +
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

}  // namespace spl::runner::git
