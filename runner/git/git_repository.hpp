#pragma once

#include <filesystem>
#include <memory>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// Opens the repository at the folder or around it; bare ones, worktrees and
/// shallow clones too. Throws RepositoryError.
[[nodiscard]] std::unique_ptr<Repository> open_repository(
    const std::filesystem::path& folder);

}  // namespace spl::runner
