#pragma once

#include <nlohmann/json.hpp>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// Returns the values of a list for github-action-benchmark, `{"name", "unit",
/// "value"}` each: times, or numbers by the name of their unit, `N_per_second`
/// of rates, without the deviations, which are of unknown numbers.
[[nodiscard]] ToolReport action_report(const nlohmann::json& root);

}  // namespace spl::runner
