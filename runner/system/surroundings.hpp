#pragma once

#include <filesystem>

/// A program may find files from where it is, by /proc/self/exe. Its copies
/// find them in the same way: a copy lies in a folder of its own, which is
/// for the one above the program's, and in which place_of_copy is that of the
/// program. Symbolic links lead from there, and from the folders above, to what
/// is beside the program and in the folders above.
namespace spl::runner {

/// Makes a folder below `root` for the folders of copies, with all above the
/// program's from the second on. Throws FileError.
[[nodiscard]] std::filesystem::path folder_of_copies(
    const std::filesystem::path& program, const std::filesystem::path& root);

/// The folder of a copy, relative to its own.
[[nodiscard]] std::filesystem::path place_of_copy(
    const std::filesystem::path& program);

/// Adds what is beside the program, and in the folder above, to a copy that
/// `folder` has at place_of_copy, or will have. What is there already stays.
/// Throws FileError. Where `like` is the folder of another copy of the program
/// that was surrounded, both share their links: new ones take their time.
void surround_copy(const std::filesystem::path& program,
                   const std::filesystem::path& folder,
                   const std::filesystem::path& like = {});

}  // namespace spl::runner
