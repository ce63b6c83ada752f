#pragma once

#include "runner/exit_status.hpp"
#include "runner/report.hpp"

namespace spl::runner {

/// The status of formulas that have been evaluated. Worst first: kError,
/// kViolated, kFailed, kUndecided.
[[nodiscard]] ExitStatus exit_status(const Report& report);

}  // namespace spl::runner
