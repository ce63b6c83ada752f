#pragma once

#include <string>

namespace spl::runner {

/// Returns whether a filter selects a label, in GoogleTest's syntax:
/// `positive:patterns-negative:patterns` with `*` and `?`. What is called
/// `BM_x/8` is also `BM_x` and `BM_x(8)`.
[[nodiscard]] bool selects(const std::string& filter, const std::string& label);

}  // namespace spl::runner
