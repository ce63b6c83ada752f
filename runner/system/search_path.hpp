#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spl::runner {

/// Returns the path of a program by the PATH of "NAME=value" variables; a name
/// with a slash is a path.
[[nodiscard]] std::optional<std::filesystem::path> in_search_path(
    const std::string& program, const std::vector<std::string>& environment);

}  // namespace spl::runner
