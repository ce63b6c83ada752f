#pragma once

#include <string>

#include "spl/logic/performance.hpp"

namespace spl::runner {

/// Returns the performance that a name stands for in a formula: `M`,
/// `parse@v1(10)`, `sort[keys, lists](5)`. Any other name (`BM_Sort/1000`) is
/// the whole name of a method. The instrument whose name comes first is the
/// generator.
[[nodiscard]] logic::Performance performance_of(const std::string& name);

}  // namespace spl::runner
