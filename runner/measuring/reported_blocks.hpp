#pragma once

#include <set>

#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/measuring/observations.hpp"

/// Relations that are decided on the blocks of a report, as if these were made
/// now: with the same looks at the same numbers of blocks. So the levels are
/// right even if the blocks ended because of what they showed, and the same
/// settings find the same.
namespace spl::runner {

/// Sets how often formulas are looked at: as the blocks of the report were
/// planned, whatever the settings of measuring are now. Sides that were not
/// measured in the same blocks are decided by run means.
void take_plans(const GivenObservations& given, Suite& suite);

/// Returns the performances that were measured in one layout, though nobody
/// asked for it.
[[nodiscard]] std::set<logic::Performance> in_one_layout(
    const GivenObservations& given);

/// Decides when the relations of the suite, which has the plans of the report,
/// would have ended.
[[nodiscard]] Observations reported_observations(
    const Suite& suite, const GivenObservations& given);

/// Returns all blocks of the report as if a pilot had made them: a group for
/// each relation, with costs and without a plan. Takes a suite on which
/// take_plans() was not called.
[[nodiscard]] Pilot reported_pilot(const Suite& suite,
                                   const GivenObservations& given);

}  // namespace spl::runner
