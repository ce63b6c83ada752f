#pragma once

#include <filesystem>

namespace spl::runner {

/// Removes everything in a folder except the file `kept`, at any depth and with
/// any rights. Removes links without following them, and nothing of what is
/// mounted there. Throws FileError for the first that stays, after the rest.
void empty_folder(const std::filesystem::path& folder,
                  const std::filesystem::path& kept);

/// Removes a folder in which others have worked, or a file, likewise; what
/// cannot be removed stays.
void remove_folder(const std::filesystem::path& folder);

}  // namespace spl::runner
