#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/git/repository.hpp"

/// Files of the working tree that are laid over each revision.
namespace spl::runner {

/// Returns the tree with some paths of the working tree in place of its own.
/// Throws RepositoryError if one of them is not there.
[[nodiscard]] Tree overlaid(Tree tree, const std::vector<std::string>& overlay,
                            const std::filesystem::path& project,
                            const std::filesystem::path& repository);

}  // namespace spl::runner
