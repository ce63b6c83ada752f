#include "spl/logic/quantile_runs.hpp"

#include "spl/statistics/quantile.hpp"

namespace spl::logic {

using statistics::Sample;

std::string observations_needed(const StatedStatistic& stated) {
  return to_text(stated) + " needs " +
         std::to_string(
             statistics::observations_for_quantile(*stated.quantile)) +
         " observations in each run, ten of them beyond it";
}

std::string lack_of_observations(const Relation& relation,
                                 const Experiment& experiment) {
  if (!relation.statistic || !relation.statistic->quantile) return {};
  const std::size_t needed =
      statistics::observations_for_quantile(*relation.statistic->quantile);
  for (const LinearForm::Term& term : relation.theta.terms()) {
    const auto& sample = std::get<Sample>(experiment.at(term.performance));
    for (const statistics::Run& run : sample.runs()) {
      if (run.size() >= needed) continue;
      return observations_needed(*relation.statistic) + "; a run of " +
             to_text(term.performance) + " has " + std::to_string(run.size());
    }
  }
  return {};
}

Experiment quantiles_of_runs(const Relation& relation,
                             const Experiment& experiment, double fraction) {
  Experiment result;
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const LinearForm::Term& term : side->terms()) {
      const auto found = experiment.find(term.performance);
      if (found == experiment.end() || result.contains(term.performance)) {
        continue;
      }
      const auto* sample = std::get_if<Sample>(&found->second);
      if (sample == nullptr) {
        result.insert(*found);
      } else {
        result.emplace(term.performance,
                       statistics::run_quantiles(*sample, fraction));
      }
    }
  }
  return result;
}

Experiment compared_runs(const Relation& relation, Experiment experiment,
                         const DecisionSettings& settings) {
  if (!settings.quantile) return experiment;
  return quantiles_of_runs(relation, experiment, *settings.quantile);
}

}  // namespace spl::logic
