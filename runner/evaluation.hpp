#pragma once

#include "runner/observations.hpp"
#include "runner/report.hpp"
#include "runner/suite.hpp"

namespace spl::runner {

/// Decides all formulas of a suite without errors on its observations, and adds
/// formulas, performances and warnings to the report, whose settings and
/// context it reads.
void evaluate(const Suite& suite, Observations observations, Report& report);

}  // namespace spl::runner
