#pragma once

#include <string>

#include "spl/logic/decision_settings.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/relation.hpp"

/// Relations about a quantile: the quantile of each run represents the run.
namespace spl::logic {

/// Returns the sentence that says why runs of the relation's performances are
/// too short for its quantile, or an empty text. The experiment has all their
/// samples.
[[nodiscard]] std::string lack_of_observations(const Relation& relation,
                                               const Experiment& experiment);

/// Returns "p99 needs 1000 observations in each run, ten of them beyond it".
[[nodiscard]] std::string observations_needed(const StatedStatistic& stated);

/// Returns the experiment with the quantile of each run as its only
/// observation.
[[nodiscard]] Experiment quantiles_of_runs(const Relation& relation,
                                           const Experiment& experiment,
                                           double fraction);

/// Returns the experiment with the runs' quantiles if the settings compare a
/// quantile, otherwise the experiment as it is.
[[nodiscard]] Experiment compared_runs(const Relation& relation,
                                       Experiment experiment,
                                       const DecisionSettings& settings);

}  // namespace spl::logic
