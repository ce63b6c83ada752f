#pragma once

#include "runner/formulas/suite.hpp"
#include "runner/modes/origin.hpp"
#include "runner/modes/session.hpp"

namespace spl::runner {

/// Decides the formulas of the suite on fresh blocks or on given ones, and
/// keeps what was found. Returns the outcome, which the report has from now on.
/// Throws ProgramsLost.
Evaluation& decide(Suite& suite, const Origin& origin, const Session& session);

}  // namespace spl::runner
