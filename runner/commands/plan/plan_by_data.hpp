#pragma once

#include "runner/commands/plan/planning.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"

namespace spl::runner {

/// Plans by given data without blocks of SPL, and measures nothing: the
/// performances of the suite's relations, or all if it has no formulas. Of each
/// relation it says what another experiment of as many blocks would find.
[[nodiscard]] Planning plan_by_data(Suite suite, const GivenObservations& given,
                                    const Settings& settings);

}  // namespace spl::runner
