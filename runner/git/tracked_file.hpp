#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// Returns what follows the path of a file in the index of the repository
/// around it: "" if Git tracks the file itself, "-wal" if it tracks one of that
/// name beside it, and so on. What is tracked may come from whoever wrote the
/// repository. libgit2 is loaded only where the index may have such a path.
/// Throws RepositoryError or FileError where that cannot be told, since the
/// repository or its index cannot be read.
[[nodiscard]] std::vector<std::string> tracked_endings(
    const std::filesystem::path& file);

}  // namespace spl::runner
