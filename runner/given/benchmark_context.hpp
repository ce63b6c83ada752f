#pragma once

#include <string>
#include <vector>

#include "runner/system/json_text.hpp"

namespace spl::runner {

/// What Google Benchmark says in the `context` of its reports that spoils
/// them, and in what those differ that count as runs of one program on one
/// machine: a sentence for each. At least one report.
[[nodiscard]] std::vector<std::string> context_warnings(
    const std::vector<JsonText>& reports);

}  // namespace spl::runner
