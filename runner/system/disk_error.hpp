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

/// Throws FileError with the text of disk_error().
[[noreturn]] void fail_on_disk(const std::string& what,
                               const std::filesystem::path& path, int error);

/// Makes a folder of the cache with those above it. Throws FileError.
void make_cache_folder(const std::filesystem::path& path);

}  // namespace spl::runner
