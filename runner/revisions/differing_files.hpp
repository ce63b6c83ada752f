#pragma once

#include <string>
#include <vector>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// Returns the files that differ, also those that one of the two trees lacks.
[[nodiscard]] std::vector<std::string> differing_files(const Tree& one,
                                                       const Tree& other);

/// Lists at least one file: "a.cpp", "a.cpp and b.cpp", "a.cpp, b.cpp, c.cpp
/// and 4 more".
[[nodiscard]] std::string files_text(const std::vector<std::string>& files);

}  // namespace spl::runner
