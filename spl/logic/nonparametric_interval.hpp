#pragma once

#include "spl/logic/decision.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/effects/ratio.hpp"

namespace spl::logic {

/// Returns the ratios of left over right that Definition 4.10 does not reject
/// at the level of the settings, learned as the test of the relation learns;
/// where a law must be drawn, with the fewest replicates that are useful. Takes
/// the time of some thirty such tests. The experiment has samples of all
/// performances, none of which is on both sides.
[[nodiscard]] statistics::RatioInterval nonparametric_interval(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const History& history = {});

/// Gives a decision that Definition 4.10 made from the experiment its own
/// interval of the ratio. Leaves all others alone.
void add_nonparametric_interval(const Relation& relation,
                                const Experiment& experiment,
                                const DecisionSettings& settings,
                                const History& history, Decision& decision);

}  // namespace spl::logic
