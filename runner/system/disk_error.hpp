#pragma once

#include <filesystem>
#include <string>

namespace spl::runner {

/// Returns `cannot WHAT PATH: REASON; REMEDY` for a place in the cache and an
/// errno. There are remedies for full disks, limits and folders that cannot be
/// written.
[[nodiscard]] std::string disk_error(const std::string& what,
                                     const std::filesystem::path& path,
                                     int error);

}  // namespace spl::runner
