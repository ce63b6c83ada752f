#pragma once

#include <string>
#include <vector>

namespace spl::runner::git {

/// Returns those of a working tree's files, whose paths are given, that are
/// below a folder in which CMake or Meson builds, unless that is the working
/// tree.
[[nodiscard]] std::vector<std::string> built_files(
    const std::vector<std::string>& paths);

}  // namespace spl::runner::git
