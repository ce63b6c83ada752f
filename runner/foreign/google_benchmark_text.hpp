#pragma once

#include <string>
#include <string_view>

namespace spl::runner {

/// Returns a report of Google Benchmark as valid JSON: user counters that are
/// no numbers (NaN, -NaN, Infinity), which JSON cannot express, become null.
[[nodiscard]] std::string valid_json(std::string_view report);

}  // namespace spl::runner
