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

/// Returns what the log of a tool ends with, in full lines or not; nothing if
/// it cannot be read.
[[nodiscard]] std::string log_end(const std::filesystem::path& log);

/// Returns whether a tool failed because the disk is full, as its log says or
/// as there is no room for another log.
[[nodiscard]] bool lacks_room(const std::filesystem::path& log);

/// Returns what is said of a full disk where a tool wrote below the folder.
[[nodiscard]] std::string full_disk_error(const std::filesystem::path& folder);

/// Makes a folder of the cache with those above it. Throws FileError.
void make_cache_folder(const std::filesystem::path& path);

}  // namespace spl::runner
