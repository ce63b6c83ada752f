#include "runner/git/history.hpp"

#include <optional>

#include "runner/git/names.hpp"

namespace spl::runner::git {
namespace {

/// Returns the commit from which both descend, if there is one.
std::optional<std::string> merge_base(git_repository* repository,
                                      const Revision& tip,
                                      const std::string& branch) {
  const git_oid one = object_id(tip.id);
  const git_oid two = object_id(revision_named(repository, branch).id);
  git_oid base{};
  if (git_merge_base(&base, repository, &one, &two) != 0) return std::nullopt;
  return hexadecimal(base);
}

/// Returns the remote branch to which the branch was pushed, if it is known.
std::optional<std::string> upstream_of(git_repository* repository,
                                       const std::string& branch) {
  git_buf name = GIT_BUF_INIT;
  if (git_branch_upstream_name(&name, repository, branch.c_str()) != 0) {
    return std::nullopt;
  }
  const std::string result(name.ptr, name.size);
  git_buf_dispose(&name);
  git_reference* found = nullptr;
  if (git_reference_lookup(&found, repository, result.c_str()) != 0) {
    return std::nullopt;
  }
  const ReferenceHandle reference(found);
  return result;
}

/// Returns the commit that the push of the tip replaced, if it is here.
std::optional<Revision> before_push(git_repository* repository,
                                    const Revision& tip,
                                    const std::string& before) {
  if (before.empty() || revision_named(repository, "HEAD").id != tip.id) {
    return std::nullopt;
  }
  try {
    Revision result = revision_named(repository, before);
    const git_oid ancestor = object_id(result.id);
    const git_oid last = object_id(tip.id);
    if (git_graph_descendant_of(repository, &last, &ancestor) == 1) {
      return result;
    }
  } catch (const RepositoryError&) {
    // Forced pushes and new branches replace none; shallow clones lack it.
  }
  return std::nullopt;
}

/// Returns the last commit that is built from other sources, along first
/// parents; the first commit itself if there is none.
Revision last_built_otherwise(git_repository* repository, const Revision& first,
                              const BaselineHints& hints) {
  if (!hints.is_built_alike) return first;
  constexpr int kFarthest = 100;  // Each is read as a whole.
  Revision at = first;
  try {
    for (int i = 0; i < kFarthest; ++i) {
      if (!hints.is_built_alike(at)) return at;
      at = revision_named(repository, at.id + "~1");
    }
  } catch (const RevisionError&) {
    // The commit has no parent.
  }
  return first;
}

}  // namespace

Revision default_baseline(git_repository* repository,
                          const Revision& under_test,
                          const BaselineHints& hints) {
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
        shallow_remark(repository) + remedy);
  }
  const auto base = merge_base(repository, tip, *branch);
  if (!base) {
    throw RevisionError("what is tested has no commit in common with " +
                        *branch + shallow_remark(repository) + remedy);
  }
  if (*base != tip.id) return revision_named(repository, *base);
  if (const auto upstream = upstream_of(repository, *branch)) {
    const auto pushed = merge_base(repository, tip, *upstream);
    if (pushed && *pushed != tip.id) return revision_named(repository, *pushed);
  }
  if (const auto before = before_push(repository, tip, hints.pushed_after)) {
    return *before;
  }
  if (under_test.dirty) return last_built_otherwise(repository, tip, hints);
  try {
    return last_built_otherwise(
        repository, revision_named(repository, tip.id + "~1"), hints);
  } catch (const RevisionError&) {
    throw RevisionError("there is no commit before " + tip.id.substr(0, 7) +
                        shallow_remark(repository) + remedy);
  }
}

}  // namespace spl::runner::git
