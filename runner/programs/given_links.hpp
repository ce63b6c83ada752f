#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// Finds the links that spl_layouts() in CMake made of a program: those that
/// PROGRAM.layouts names, if there is such a file. Throws ProgramError.
[[nodiscard]] std::vector<std::string> given_links(const std::string& program);

}  // namespace spl::runner
