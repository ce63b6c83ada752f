#pragma once

#include "runner/formulas/command_line.hpp"

namespace spl::runner {

/// Throws UsageError for an option that does nothing in the mode of the command
/// line, though it says what is evaluated, measured or written.
void require_options_of_mode(const CommandLine& line);

}  // namespace spl::runner
