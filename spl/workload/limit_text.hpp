#pragma once

#include <string>

namespace spl::workload {

/// Returns why the system refused: the text of the errno, with the limit that
/// was reached and the command that raises the limit.
[[nodiscard]] std::string limit_text(int error);

}  // namespace spl::workload
