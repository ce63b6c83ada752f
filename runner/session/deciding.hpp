#pragma once

#include "runner/findings/formula_report.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/session.hpp"

namespace spl::runner {

/// Lets relations of given times be decided as measured ones, unless a
/// statistic or an interpretation is asked for: those whose performances have
/// equally many runs, with several observations each. Others are decided by
/// means. Relations between sets of given reports share what is common to the
/// variances of all names.
void decide_as_measured(Suite& suite, const Origin& origin);

/// Decides the formulas of the suite on fresh blocks or on given ones, and
/// keeps what was found. Returns the outcome, which the report has from now on.
/// Throws ProgramsLost.
Evaluation& decide(Suite& suite, const Origin& origin, const Session& session);

}  // namespace spl::runner
