#pragma once

#include <string>
#include <vector>

#include "runner/system/json_text.hpp"
#include "runner/system/warning.hpp"

namespace spl::runner {

/// Returns a sentence for each fact in the `context` of Google Benchmark's
/// reports that spoils them, and for each difference between reports that count
/// as runs of one program on one machine. At least one report.
[[nodiscard]] Warnings context_warnings(const std::vector<JsonText>& reports);

}  // namespace spl::runner
