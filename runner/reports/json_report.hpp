#pragma once

#include <string>

#include "runner/findings/report.hpp"

namespace spl::runner {

/// The JSON report, schema 1 (docs/report.schema.json), with a line feed at its
/// end. Numbers are finite or null, times are nanoseconds.
[[nodiscard]] std::string json_report(const Report& report);

}  // namespace spl::runner
