#pragma once

#include <string>

#include "runner/reports/json/values.hpp"
#include "runner/system/report_share.hpp"

namespace spl::runner {

/// Returns the text of a report, indented by two blanks, with a line feed at
/// its end. `report_share` takes the share of its lines that are written.
[[nodiscard]] std::string written_json(const Json& json,
                                       const ReportShare& report_share = {});

}  // namespace spl::runner
