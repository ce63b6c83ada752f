#pragma once

#include <cstdint>
#include <string>

#include "runner/formulas/command_line.hpp"

namespace spl::runner {

/// Returns a command that does the same again, with the seed, and writes no
/// files.
[[nodiscard]] std::string same_command(const CommandLine& line,
                                       std::uint64_t seed);

}  // namespace spl::runner
