#pragma once

#include <optional>
#include <string>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

/// What names of revisions mean to Git.
namespace spl::runner::git {

/// Throws RevisionError, near names suggested.
[[nodiscard]] Revision revision_named(git_repository* repository,
                                      const std::string& name);

/// What reports say of a commit.
[[nodiscard]] Revision described(const std::string& name, git_commit* commit);

/// Full name of the branch that others are made from, if one looks like it.
[[nodiscard]] std::optional<std::string> default_branch(
    git_repository* repository);

/// ` (this clone is shallow ...)` for messages on commits that are missing, or
/// nothing.
[[nodiscard]] std::string shallow_remark(git_repository* repository);

/// The same for messages on any object: partial clones lack files and folders.
[[nodiscard]] std::string lacking_remark(git_repository* repository);

}  // namespace spl::runner::git
