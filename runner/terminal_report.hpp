#pragma once

#include <string>

#include "runner/report.hpp"

namespace spl::runner {

enum class Colors { kOff, kOn };

/// The report as people read it, without errors in formulas.
[[nodiscard]] std::string terminal_report(const Report& report, Detail detail,
                                          Colors colors);

}  // namespace spl::runner
