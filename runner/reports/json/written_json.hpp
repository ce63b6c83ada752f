#pragma once

#include <string>

#include "runner/reports/json/values.hpp"

namespace spl::runner {

/// Returns the text of a report, indented by two blanks, with a line feed at
/// its end.
[[nodiscard]] std::string written_json(const Json& json);

}  // namespace spl::runner
