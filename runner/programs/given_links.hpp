#pragma once

#include <string>
#include <vector>

#include "runner/settings/trusted_file.hpp"

namespace spl::runner {

/// Links that were made of a program.
struct GivenLinks {
  std::vector<std::string> paths;
  std::string distrust;  ///< Why they are ignored: a clause with the remedy.
};

/// Returns the links that spl_layouts() in CMake made of a program. The file
/// PROGRAM.layouts names them, if it exists; they are ignored if another user
/// could have written it or them. Throws ProgramError.
[[nodiscard]] GivenLinks given_links(const std::string& program,
                                     const Rights& rights);

}  // namespace spl::runner
