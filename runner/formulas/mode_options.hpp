#pragma once

#include "runner/formulas/command_line.hpp"

namespace spl::runner {

/// Throws UsageError for an option about evaluation, measuring or output that
/// does nothing in the mode of the command line.
void require_options_of_mode(const CommandLine& line);

}  // namespace spl::runner
