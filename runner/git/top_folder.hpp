#pragma once

#include <filesystem>

namespace spl::runner {

/// Returns the folder at or above an absolute one that has the entry `.git`, of
/// a repository or of one of its work trees; empty if there is none. Nothing in
/// the repository is read.
[[nodiscard]] std::filesystem::path top_folder(
    const std::filesystem::path& folder);

}  // namespace spl::runner
