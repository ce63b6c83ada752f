#pragma once

#include <string>

namespace spl::runner {

/// Returns whether a filter selects a label, in GoogleTest's syntax:
/// `positive:patterns-negative:patterns` with `*` and `?`.
[[nodiscard]] bool selects(const std::string& filter, const std::string& label);

}  // namespace spl::runner
