#pragma once

#include <string>
#include <vector>

#include "runner/formulas/listed_options.hpp"

namespace spl::runner {

/// Writes the manual page spl-run(1), for man.
[[nodiscard]] std::string manual_page(const std::vector<ListedOption>& options);

}  // namespace spl::runner
