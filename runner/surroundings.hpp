#pragma once

#include <filesystem>

namespace spl::runner {

/// The folder, relative to the one of a copy, where the copy of a program is to
/// lie: named as the program's own.
[[nodiscard]] std::filesystem::path place_of_copy(
    const std::filesystem::path& program);

/// Lets a copy find what lies beside the program: links from below `folder`,
/// where the copy is at place_of_copy, to all that is in the program's folder
/// and in the one above. What is there already stays. Throws FileError.
void surround_copy(const std::filesystem::path& program,
                   const std::filesystem::path& folder);

}  // namespace spl::runner
