#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// The files from which libgit2 learns about a repository. It opens whatever is
/// there: it would wait for whoever writes in a pipe.
namespace spl::runner::git {

/// Checks the files of the repository at a folder or around it, which it
/// returns: the folder or file .git, or a bare one; empty if there is none.
/// These files are its own, those of its worktrees and submodules, and folders
/// of objects that it names. To be called before libgit2 opens it. Throws
/// RepositoryError if one is a pipe or device, if the configuration is longer
/// than 512 KiB or the index than 1 GiB, or if that of a pack does not have the
/// size that it says: libgit2 would read beyond its end. What a configuration
/// names is not checked: no clone brings one, and calls of libgit2 have limits.
[[nodiscard]] std::filesystem::path require_readable_repository(
    const std::filesystem::path& folder);

/// Throws RepositoryError if a line of rules has a pattern that libgit2 might
/// match for hours, or with more than its stack.
void require_plain_patterns(std::string_view text, const std::string& name);

/// Checks the files in a working tree that have rules or name submodules, those
/// of submodules too: .gitignore, .gitattributes, .gitmodules. Throws
/// RepositoryError if one is a pipe or device, has more than 64 MiB or patterns
/// as above, or if a configuration names a tree that is not the repository's.
void require_readable_rules(const std::filesystem::path& working_tree);

}  // namespace spl::runner::git
