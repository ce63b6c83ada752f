#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns times as Google Benchmark 1.7 writes them: a run is a repetition,
/// with the mean of its calls as `real_time`, and the CPU time as `cpu_time` if
/// it was recorded, otherwise the same. Counts are left out. Absent without
/// times.
[[nodiscard]] std::optional<std::string> google_benchmark_report(
    const Report& report);

/// Returns whether a file that begins so was written by
/// google_benchmark_report().
[[nodiscard]] bool is_google_benchmark_report(std::string_view begin);

}  // namespace spl::runner
