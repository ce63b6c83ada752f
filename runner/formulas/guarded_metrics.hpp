#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Metrics of guard, which may be several: `--metric wall,allocations`.
namespace spl::runner {

/// Returns the values that guard takes for an option: a metric is a list with
/// commas between.
[[nodiscard]] std::vector<std::string> guarded_values(std::string_view option,
                                                      const std::string& value);

}  // namespace spl::runner
