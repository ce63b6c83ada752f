#pragma once

#include <filesystem>

namespace spl::runner {

/// Throws FileError if a link on the path leads out of the repository in which
/// the link is, or of the folder of its project file where there is no
/// repository: whoever made the repository does not choose which of the
/// reader's files are read and quoted. Links elsewhere are the user's own.
void refuse_outside_link(const std::filesystem::path& path);

/// Returns the nearest folder at or above a real one that has such an entry;
/// empty if none has.
[[nodiscard]] std::filesystem::path nearest_with(
    const char* entry, const std::filesystem::path& folder);

/// Returns whether a real path is that of a folder or below it.
[[nodiscard]] bool is_within(const std::filesystem::path& path,
                             const std::filesystem::path& folder);

}  // namespace spl::runner
