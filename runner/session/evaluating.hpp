#pragma once

#include <functional>

#include "runner/findings/formula_report.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/exit_status.hpp"

namespace spl::runner {

/// Adds to decided formulas, before they are reported.
using CompleteFormulas =
    std::function<void(Evaluation& found, const Session& session)>;

/// Decides the formulas of the call, measuring what they compare unless it is
/// given, and reports them.
[[nodiscard]] ExitStatus evaluate_formulas(
    const Session& session, const CompleteFormulas& complete = {});

}  // namespace spl::runner
