#pragma once

#include <filesystem>

namespace spl::runner::git {

/// Returns whether Git's configuration of the user or of the machine names the
/// folder as `safe.directory`: its path, a folder above it with `/*`, or `*`.
/// The folder is absolute and without links.
[[nodiscard]] bool is_safe_directory(const std::filesystem::path& folder);

}  // namespace spl::runner::git
