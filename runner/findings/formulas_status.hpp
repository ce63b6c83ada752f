#pragma once

#include "runner/findings/report.hpp"
#include "runner/settings/exit_status.hpp"

namespace spl::runner {

/// The status of formulas that have been evaluated. Worst first: kError,
/// kViolated, kFailed, kUndecided.
[[nodiscard]] ExitStatus exit_status(const Report& report);

}  // namespace spl::runner
