#pragma once

#include <cstddef>
#include <string>

#include "spl/logic/decision_settings.hpp"
#include "spl/logic/experiment.hpp"
#include "spl/logic/relation.hpp"

/// Relations about a quantile: that of each run represents the run.
namespace spl::logic {

/// Why runs of the relation's performances are too short for the quantile that
/// it states: a sentence, or empty. The experiment has all their samples.
[[nodiscard]] std::string lack_of_observations(const Relation& relation,
                                               const Experiment& experiment);

/// "p99 needs 1000 observations in each run, ten of them beyond it".
[[nodiscard]] std::string observations_needed(const StatedStatistic& stated);

/// The experiment with one observation a run: its quantile.
[[nodiscard]] Experiment quantiles_of_runs(const Relation& relation,
                                           const Experiment& experiment,
                                           double fraction);

/// What the settings compare of the experiment's runs: their quantiles, or the
/// experiment as it is.
[[nodiscard]] Experiment compared_runs(const Relation& relation,
                                       Experiment experiment,
                                       const DecisionSettings& settings);

}  // namespace spl::logic
