#include "runner/git/history.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "runner/git/names.hpp"

namespace spl::runner::git {
namespace {

CommitHandle commit_of(git_repository* repository, const git_oid& id) {
  git_commit* found = nullptr;
  check(git_commit_lookup(&found, repository, &id),
        "cannot read commit " + hexadecimal(id) + shallow_remark(repository));
  return CommitHandle(found);
}

/// The commits on all ways from one to another.
struct Ways {
  /// Of each commit its first parent that is on one, by the names of commits.
  std::map<std::string, std::string> parents;
  std::vector<std::string> ids;  ///< All but the first commit, parents first.
};

/// Reads each commit once.
Ways ways(git_repository* repository, const git_oid& first,
          const git_oid& last) {
  git_revwalk* made = nullptr;
  check(git_revwalk_new(&made, repository), "cannot list commits");
  const RevwalkHandle walk(made);
  check(
      git_revwalk_sorting(walk.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE),
      "cannot sort commits");
  check(git_revwalk_push(walk.get(), &last), "cannot list commits");
  const CommitHandle begin = commit_of(repository, first);
  for (unsigned i = 0; i < git_commit_parentcount(begin.get()); ++i) {
    // A shallow clone may lack it.
    (void)git_revwalk_hide(walk.get(), git_commit_parent_id(begin.get(), i));
  }
  Ways result{{{hexadecimal(first), ""}}, {}};
  for (git_oid id; git_revwalk_next(&id, walk.get()) == 0;) {
    const CommitHandle one = commit_of(repository, id);
    for (unsigned i = 0; i < git_commit_parentcount(one.get()); ++i) {
      std::string parent = hexadecimal(*git_commit_parent_id(one.get(), i));
      if (!result.parents.contains(parent)) continue;
      result.parents.try_emplace(hexadecimal(id), std::move(parent));
      result.ids.push_back(hexadecimal(id));
      break;
    }
  }
  return result;
}

Revision named_by_id(git_commit* commit) {
  Revision result = described("", commit);
  result.name = result.id.substr(0, 10);
  return result;
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
  const auto parents = ways(repository, first, last).parents;
  for (std::string at = bad.id; at != good.id; at = parents.at(at)) {
    if (!parents.contains(at)) {
      throw RevisionError("no way leads from " + at + " to " + good.id +
                          shallow_remark(repository));
    }
    result.push_back(named_by_id(commit_of(repository, object_id(at)).get()));
  }
  std::ranges::reverse(result);
  return result;
}

std::vector<std::string> ids_between(git_repository* repository,
                                     const Revision& good,
                                     const Revision& bad) {
  return ways(repository, object_id(good.id), object_id(bad.id)).ids;
}

std::vector<Revision> first_parents(git_repository* repository,
                                    const Revision& last,
                                    const std::set<std::string>& ids) {
  std::vector<Revision> result;
  CommitHandle at = commit_of(repository, object_id(last.id));
  while (result.size() < ids.size()) {
    if (ids.contains(hexadecimal(*git_commit_id(at.get())))) {
      result.push_back(named_by_id(at.get()));
    }
    if (git_commit_parentcount(at.get()) == 0) break;
    try {
      at = commit_of(repository, *git_commit_parent_id(at.get(), 0));
    } catch (const RepositoryError&) {
      break;  // A shallow clone ends here.
    }
  }
  std::ranges::reverse(result);
  return result;
}

std::vector<ChangedLines> changed_lines(const std::string& old,
                                        const std::string& recent) {
  git_diff_options options{};
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.context_lines = 0;
  std::vector<ChangedLines> result;
  const auto add = [](const git_diff_delta*, const git_diff_hunk* hunk,
                      void* lines) {
    static_cast<std::vector<ChangedLines>*>(lines)->push_back(
        {hunk->old_start, hunk->old_lines, hunk->new_start, hunk->new_lines});
    return 0;
  };
  check(git_diff_buffers(old.data(), old.size(), nullptr, recent.data(),
                         recent.size(), nullptr, &options, nullptr, nullptr,
                         add, nullptr, &result),
        "cannot compare two versions of a file");
  return result;
}

}  // namespace spl::runner::git
