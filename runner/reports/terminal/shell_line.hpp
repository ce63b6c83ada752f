#pragma once

#include <string>
#include <string_view>

#include "runner/reports/terminal/style.hpp"

namespace spl::runner {

/// Returns a line with a command after its heading. On a terminal it is broken
/// between words only, as a shell takes it; an option keeps its value.
[[nodiscard]] std::string shell_line(std::string_view heading,
                                     const std::string& command, Style style);

}  // namespace spl::runner
