#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runner/formulas/listed_options.hpp"

namespace spl::runner {

/// Writes options by topic, in lines of at most `width` columns.
[[nodiscard]] std::string help_text(const std::vector<ListedOption>& options,
                                    std::size_t width);

}  // namespace spl::runner
