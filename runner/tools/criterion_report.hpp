#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// Returns the only benchmark of criterion's `sample.json`, with the mean of
/// each sample, or that of `estimates.json`, with the mean of all. Its name is
/// not in these files: it is the `full_id` of the `benchmark.json` beside it
/// or, for want of that, the name of the folder around `new` and `base`, or of
/// a file that is called otherwise.
[[nodiscard]] ToolReport criterion_report(const nlohmann::json& root,
                                          const std::string& file);

/// Returns the benchmarks that critcmp exported, with their means.
[[nodiscard]] ToolReport critcmp_report(const nlohmann::json& root);

}  // namespace spl::runner
