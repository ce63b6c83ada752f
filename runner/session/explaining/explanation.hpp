#pragma once

#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/session.hpp"

namespace spl::runner {

/// Profiles both sides of all relations under Valgrind, and prints what makes
/// their difference: functions, or call sites if the metric is one of
/// allocations. Throws PlainError, ProgramError and MeasuringFailed.
void explain(Suite suite, const Origin& origin, const Session& session);

/// Does so for the violated relations of formulas that ask for it. Prints why,
/// if it cannot.
void explain_violated(const Suite& suite,
                      const std::vector<FormulaReport>& found,
                      const Origin& origin, const Session& session);

}  // namespace spl::runner
