#pragma once

#include <nlohmann/json.hpp>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// Returns the commands of hyperfine's JSON, each with its `times`, and memory
/// where there is a value for each. A command of which a run did not end with
/// status 0 has failed.
[[nodiscard]] ToolReport hyperfine_report(const nlohmann::json& root);

}  // namespace spl::runner
