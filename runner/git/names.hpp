#pragma once

#include <optional>
#include <string>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

/// The meaning of names of revisions.
namespace spl::runner::git {

/// Returns the revision with the name. Throws RevisionError, or
/// MisspeltRevision if the name of one is similar.
[[nodiscard]] Revision revision_named(git_repository* repository,
                                      const std::string& name);

/// Returns a commit with all that reports show of it.
[[nodiscard]] Revision described(const std::string& name, git_commit* commit);

/// Returns the full name of the branch from which others are made, if one looks
/// like it.
[[nodiscard]] std::optional<std::string> default_branch(
    git_repository* repository);

/// Returns ` (this clone is shallow ...)` for messages on missing commits;
/// empty if the clone is not shallow.
[[nodiscard]] std::string shallow_remark(git_repository* repository);

/// Returns a remark for messages on any missing object: partial clones lack
/// files and folders, too.
[[nodiscard]] std::string lacking_remark(git_repository* repository);

}  // namespace spl::runner::git
