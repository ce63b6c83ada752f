#pragma once

#include <filesystem>

namespace spl::runner {

/// Returns whether the index of the repository around a file has it, so that it
/// may come from whoever wrote the repository. libgit2 is loaded only where it
/// may have. A repository that cannot be read has nothing.
[[nodiscard]] bool is_tracked(const std::filesystem::path& file);

}  // namespace spl::runner
