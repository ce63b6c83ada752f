#pragma once

#include <string_view>

namespace spl::runner {

/// Writes a message to standard error at once, in place of a progress line.
void print_notice(std::string_view line);

}  // namespace spl::runner
