#pragma once

#include <set>
#include <string>
#include <vector>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

/// Ways through the commits, as specified by Repository.
namespace spl::runner::git {

/// Returns the commits from `good`, which is left out, to `bad`.
[[nodiscard]] std::vector<Revision> commits_after(git_repository* repository,
                                                  const Revision& good,
                                                  const Revision& bad);

/// Returns all commits on a way from `good`, which is left out, to `bad`,
/// parents first.
[[nodiscard]] std::vector<std::string> ids_between(git_repository* repository,
                                                   const Revision& good,
                                                   const Revision& bad);

/// Returns those of the commits that are `last` or one of its first parents.
[[nodiscard]] std::vector<Revision> first_parents(
    git_repository* repository, const Revision& last,
    const std::set<std::string>& ids);

/// Returns in which lines two texts differ, as specified by Repository.
[[nodiscard]] std::vector<ChangedLines> changed_lines(
    const std::string& old, const std::string& recent);

/// Returns what @baseline means unless it is said, as specified by Repository.
[[nodiscard]] Revision default_baseline(git_repository* repository,
                                        const Revision& under_test,
                                        const BaselineHints& hints);

}  // namespace spl::runner::git
