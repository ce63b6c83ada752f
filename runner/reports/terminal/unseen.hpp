#pragma once

#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"

/// The effects that an experiment may not have shown.
namespace spl::runner {

/// Returns a clause about effects that may be unseen, if a relation holds or no
/// difference is left; else nothing.
[[nodiscard]] std::string unseen_clause(const RelationReport& relation);

/// Returns the same as a line.
[[nodiscard]] std::string unseen_text(const RelationReport& relation);

/// Returns a line about what may have been missed of all that holds, of the
/// relation that was seen least; empty if none needs it.
[[nodiscard]] std::string missed_text(
    const std::vector<FormulaReport>& formulas);

/// "may be unseen (1 in 10): behaviour of fewer than 1 of 12 processes or ..."
[[nodiscard]] std::string unseen_text(const statistics::Unseen& unseen);

}  // namespace spl::runner
