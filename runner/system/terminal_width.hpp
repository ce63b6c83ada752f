#pragma once

#include <cstddef>

namespace spl::runner {

/// Returns the columns of the terminal of a descriptor; 80 if it is none or
/// does not know.
[[nodiscard]] std::size_t terminal_width(int descriptor);

}  // namespace spl::runner
