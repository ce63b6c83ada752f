#pragma once

#include <string>

#include "spl/logic/performance.hpp"

namespace spl::runner {

/// Returns whether a pattern in GoogleTest's filter syntax selects the
/// performance, at whatever revision: by its text if the pattern has an opening
/// parenthesis, `parse(*)`, else by the name of its method, `parse`.
[[nodiscard]] bool selects_performance(const std::string& pattern,
                                       logic::Performance performance);

}  // namespace spl::runner
