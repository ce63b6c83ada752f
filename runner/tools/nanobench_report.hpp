#pragma once

#include <nlohmann/json.hpp>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// Returns the benchmarks among `results`, of nanobench's templates::json(),
/// called TITLE/NAME, or NAME if the title is the default. Observations are
/// measurements, of one iteration whatever `batch` says; they have no counters
/// if all are 0, as where the processor's may not be used.
[[nodiscard]] ToolReport nanobench_report(
    const std::vector<nlohmann::json>& results);

}  // namespace spl::runner
