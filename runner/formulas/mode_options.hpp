#pragma once

#include <string_view>

#include "runner/formulas/command_line.hpp"

namespace spl::runner {

/// Throws UsageError for an option about evaluation, measuring or output that
/// does nothing in the mode of the command line.
void require_options_of_mode(const CommandLine& line);

/// Returns whether the mode writes the report of an option, such as "junit".
[[nodiscard]] bool takes_report(std::string_view option, Mode mode);

/// Returns whether the mode measures or decides something, not only shows what
/// is there or takes care of the store.
[[nodiscard]] bool has_result(Mode mode);

}  // namespace spl::runner
