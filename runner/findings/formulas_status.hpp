#pragma once

#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/settings/settings.hpp"

namespace spl::runner {

/// Returns the status of evaluated formulas: the worst of kViolated, kFailed
/// and kUndecided, in this order; undecided ones count as --undecided says.
[[nodiscard]] ExitStatus exit_status(const std::vector<FormulaReport>& formulas,
                                     Undecided undecided);

}  // namespace spl::runner
