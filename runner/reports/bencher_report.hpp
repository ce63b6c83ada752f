#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// Returns the means of all performances in Bencher's metric format, with the
/// 95 % interval over runs as limits. The wall time is the measure `latency`;
/// others have the name of their metric. Absent if nothing was measured.
[[nodiscard]] std::optional<std::string> bencher_report(const Report& report);

/// Returns whether a file that begins so was written by bencher_report().
[[nodiscard]] bool is_bencher_report(std::string_view begin);

}  // namespace spl::runner
