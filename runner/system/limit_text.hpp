#pragma once

#include <string>

namespace spl::runner {

/// Why the system refused: the text of the errno, with the limit behind it and
/// the command that raises the limit.
[[nodiscard]] std::string limit_text(int error);

/// Why the stack of this process is too small; empty if it is not.
[[nodiscard]] std::string lacking_stack();

}  // namespace spl::runner
