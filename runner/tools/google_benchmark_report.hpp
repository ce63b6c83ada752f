#pragma once

#include <nlohmann/json.hpp>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// Returns the benchmarks of Google Benchmark's JSON, in their order, each with
/// its repetitions, or with mean and deviation if it has aggregates only.
/// Numbers that are no facts of all benchmarks are counters.
[[nodiscard]] ToolReport google_benchmark_report(const nlohmann::json& root);

}  // namespace spl::runner
