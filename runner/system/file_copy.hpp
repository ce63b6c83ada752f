#pragma once

#include <filesystem>

namespace spl::runner {

/// Copies a file with its permissions and makes the folder for it. Throws
/// FileError with the system's own reason, which fs::copy_file loses if a disk
/// is full.
void copy_into_cache(const std::filesystem::path& from,
                     const std::filesystem::path& to);

}  // namespace spl::runner
