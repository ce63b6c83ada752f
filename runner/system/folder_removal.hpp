#pragma once

#include <filesystem>

namespace spl::runner {

/// Removes all that is in a folder but the file `kept`, however deep it nests
/// and whatever its rights are. Links are removed and never followed. Throws
/// FileError.
void empty_folder(const std::filesystem::path& folder,
                  const std::filesystem::path& kept);

}  // namespace spl::runner
