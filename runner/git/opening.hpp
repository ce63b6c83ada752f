#pragma once

#include <filesystem>

#include "runner/git/handles.hpp"

namespace spl::runner::git {

/// Throws RepositoryError if the repository of a folder has a pipe or device
/// among its own files: libgit2 opens whatever is there, and would wait for
/// whoever writes in a pipe. To be called before libgit2 opens a repository.
void require_regular_files(const std::filesystem::path& folder);

/// Opens the repository at the folder or around it. Throws RepositoryError if
/// there is none or if it belongs to another user.
[[nodiscard]] RepositoryHandle open(const std::filesystem::path& folder);

}  // namespace spl::runner::git
