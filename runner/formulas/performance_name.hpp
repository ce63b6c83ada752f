#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spl/logic/performance.hpp"

namespace spl::runner {

/// Returns the performance that a name stands for in a formula: `M`,
/// `parse@v1(10)`, `sort[keys, lists](5)`. Any other name (`BM_Sort/1000`) is
/// the whole name of a method. The instrument whose name comes first is the
/// generator.
[[nodiscard]] logic::Performance performance_of(const std::string& name);

/// Returns whether a pattern in GoogleTest's filter syntax selects the
/// performance, at whatever revision: by its text if the pattern has an opening
/// parenthesis, `parse(*)`, else by the name of its method, `parse`.
[[nodiscard]] bool selects_performance(const std::string& pattern,
                                       logic::Performance performance);

/// Returns the values that guard takes for an option: a metric is a list with
/// commas between.
[[nodiscard]] std::vector<std::string> guarded_values(std::string_view option,
                                                      const std::string& value);

}  // namespace spl::runner
