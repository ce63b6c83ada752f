#pragma once

#include <filesystem>

/// The surroundings of copies of a program. A program may find files relative
/// to its own path, by /proc/self/exe, and so must its copies. Each copy has a
/// folder, which represents the folder above the program's; the copy is there
/// at place_of_copy. Symbolic links lead from there, and from the folders
/// above, to the files beside the program and in the folders above.
namespace spl::runner {

/// Makes a folder below `root` for the folders of copies, with links to all
/// that is above the program from the second folder on. Throws FileError.
[[nodiscard]] std::filesystem::path folder_of_copies(
    const std::filesystem::path& program, const std::filesystem::path& root);

/// Returns the folder of a copy, relative to the copy's own folder.
[[nodiscard]] std::filesystem::path place_of_copy(
    const std::filesystem::path& program);

/// Adds the files beside the program, and in the folder above, to a copy that
/// `folder` has, or will have, at place_of_copy. Existing files stay. If `like`
/// is the folder of another surrounded copy of the program, both share their
/// links, since new links take time. Throws FileError.
void surround_copy(const std::filesystem::path& program,
                   const std::filesystem::path& folder,
                   const std::filesystem::path& like = {});

}  // namespace spl::runner
