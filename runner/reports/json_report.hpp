#pragma once

#include <string>

#include "runner/findings/report.hpp"
#include "runner/system/report_share.hpp"

namespace spl::runner {

/// The JSON report, schema 1 (docs/report.schema.json), with a line feed at its
/// end. Numbers are finite or null, times are nanoseconds. `report_share` takes
/// the share of the text that is written.
[[nodiscard]] std::string json_report(const Report& report,
                                      const ReportShare& report_share = {});

}  // namespace spl::runner
