#pragma once

#include <string>

#include "runner/report.hpp"
#include "runner/terminal/paint.hpp"

namespace spl::runner {

/// The report as people read it, without errors in formulas.
[[nodiscard]] std::string terminal_report(const Report& report, Detail detail,
                                          Colors colors);

}  // namespace spl::runner
