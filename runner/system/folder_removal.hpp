#pragma once

#include <filesystem>

namespace spl::runner {

/// Removes everything in a folder except the file `kept`, at any depth and with
/// any rights. Removes links without following them. Throws FileError.
void empty_folder(const std::filesystem::path& folder,
                  const std::filesystem::path& kept);

}  // namespace spl::runner
