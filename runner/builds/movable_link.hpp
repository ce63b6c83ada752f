#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/builds/link_record.hpp"

namespace spl::runner {

/// The same link by words that mean the same in any folder, of a program that
/// is somewhere else: files and folders are absolute, static libraries are
/// named by their files, $ORIGIN is the folder where the program was, and
/// nothing is written but the program.
[[nodiscard]] LinkCommand movable(const LinkRecord& record,
                                  const std::filesystem::path& program);

/// The words with $ORIGIN in search paths as the folder that it is in a program
/// of that folder.
[[nodiscard]] std::vector<std::string> with_origin(
    std::vector<std::string> words, const std::filesystem::path& folder);

}  // namespace spl::runner
