#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// The first line of tables of times, without its end.
inline constexpr std::string_view kMarkdownHeading =
    "| workload | median | mean | 95 % over runs | 10 % .. 90 % | runs "
    "| observations | iterations |";

/// Returns a summary for the page of a job or a merge request: the overall
/// result, the command that repeats it, a table of what does not hold, and one
/// of the rest that unfolds. Of times the table alone (tables.hpp). Absent if
/// the report has neither formulas, times nor mistakes.
[[nodiscard]] std::optional<std::string> markdown_report(const Report& report);

/// Returns whether a file that begins so was written by markdown_report().
[[nodiscard]] bool is_markdown_report(std::string_view begin);

}  // namespace spl::runner
