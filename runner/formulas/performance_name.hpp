#pragma once

#include <string>

#include "spl/logic/performance.hpp"

namespace spl::runner {

/// The performance that a name stands for, as a formula writes it: `M`,
/// `parse@v1(10)`, `sort[keys, lists](5)`. A name that does not read so
/// (`BM_Sort/1000`) is a method's as it is. Of two instruments the
/// generator is the one whose name comes first.
[[nodiscard]] logic::Performance performance_of(const std::string& name);

}  // namespace spl::runner
