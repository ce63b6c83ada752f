#pragma once

#include <nlohmann/json.hpp>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// Returns the benchmarks of pytest-benchmark's JSON, each with its `data`, the
/// means of rounds, or where these were not saved the mean of all. Names that
/// are there twice are replaced by those with their files.
[[nodiscard]] ToolReport pytest_report(const std::vector<nlohmann::json>& all);

}  // namespace spl::runner
