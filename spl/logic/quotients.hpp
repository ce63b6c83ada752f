#pragma once

#include "spl/logic/decision_settings.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/relation.hpp"
#include "spl/statistics/effects/geometric_ratio.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

/// Relations of a geometric mean of quotients, which are decided by the
/// logarithms of runs.
namespace spl::logic {

/// Returns the geometric mean of each side in each run, the right one times the
/// limit. A run that a performance lacks is not a number, and a value that is
/// not above 0 remains none.
[[nodiscard]] statistics::RatioMember geometric_means(
    const Relation& relation, const Experiment& experiment,
    statistics::RunStatistic statistic);

/// Returns left over right by blocks or, where they are asked for, run means.
[[nodiscard]] statistics::RatioInterval quotients_ratio(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings);

/// Tests the logarithm of the same ratio.
[[nodiscard]] statistics::TestResult quotients_test(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings);

}  // namespace spl::logic
