#pragma once

#include <filesystem>

#include "runner/git/handles.hpp"

namespace spl::runner::git {

/// The repository at the folder or around it. Throws RepositoryError: there is
/// none, or it belongs to another user.
[[nodiscard]] RepositoryHandle open(const std::filesystem::path& folder);

}  // namespace spl::runner::git
