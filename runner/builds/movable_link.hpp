#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/builds/link_record.hpp"

namespace spl::runner {

/// Returns the link with words that mean the same in any folder, so that the
/// program can be linked elsewhere: files and folders are absolute, static
/// libraries are named by their files, and nothing is written but the program.
[[nodiscard]] LinkCommand movable(const LinkRecord& record,
                                  const std::filesystem::path& program);

/// Replaces $ORIGIN in search paths by the folder where the program was.
[[nodiscard]] std::vector<std::string> with_origin(
    std::vector<std::string> words, const std::filesystem::path& folder);

}  // namespace spl::runner
