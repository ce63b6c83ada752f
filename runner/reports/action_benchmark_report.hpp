#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns the means of all performances in the format `customSmallerIsBetter`
/// of github-action-benchmark, with half the width of the 95 % interval over
/// runs as `range`. Absent if nothing was measured.
[[nodiscard]] std::optional<std::string> action_benchmark_report(
    const Report& report);

/// Returns whether a file that begins so was written by
/// action_benchmark_report().
[[nodiscard]] bool is_action_benchmark_report(std::string_view begin);

}  // namespace spl::runner
