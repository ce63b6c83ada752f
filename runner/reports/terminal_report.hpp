#pragma once

#include <string>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/reports/terminal/style.hpp"

namespace spl::runner {

/// Returns the report for people, without errors in formulas.
[[nodiscard]] std::string terminal_report(const Report& report, Style style);

/// Returns an explanation of the strength of a relation: its effect, or why
/// there is no answer and what was seen.
[[nodiscard]] std::string effect_text(const RelationReport& relation,
                                      logic::Dimension dimension);

}  // namespace spl::runner
