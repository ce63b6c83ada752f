#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// Returns the links that spl_layouts() in CMake made of a program. The file
/// PROGRAM.layouts names them, if it exists. Throws ProgramError.
[[nodiscard]] std::vector<std::string> given_links(const std::string& program);

}  // namespace spl::runner
