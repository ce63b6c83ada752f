#pragma once

#include <filesystem>

#include "runner/git/handles.hpp"

namespace spl::runner::git {

/// Opens the repository at the folder or around it. Throws RepositoryError if
/// there is none, if it belongs to another user, or if libgit2 would wait for a
/// file of it.
[[nodiscard]] RepositoryHandle open(const std::filesystem::path& folder);

}  // namespace spl::runner::git
