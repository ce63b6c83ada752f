#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/tools/tool_report.hpp"

namespace spl::runner {

/// The rows of one run.
struct CsvRun {
  std::string run;  ///< As in its column; empty without one.
  ToolReport report;
};

/// Returns the runs of CSV, in their first order; nothing for other texts. Its
/// first line names the columns: `name` and `value`, or in place of `value` its
/// unit, `ns`, `us`, `ms` or `s`, and perhaps `run`. Each row is an
/// observation; what has no unit is the metric `value`. A name one of whose
/// values is no number of 0 or more has failed, with the line.
[[nodiscard]] std::optional<std::vector<CsvRun>> csv_runs(
    std::string_view text);

}  // namespace spl::runner
