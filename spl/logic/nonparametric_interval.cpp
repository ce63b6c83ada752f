#include "spl/logic/nonparametric_interval.hpp"

#include <variant>

#include "spl/logic/sample_contrast.hpp"
#include "spl/statistics/effects/nonparametric_ratio.hpp"

namespace spl::logic {
namespace {

/// Samples from which the terms of both sides learn; none if all learn from
/// their own sample.
std::vector<const statistics::Sample*> learned(const Relation& relation,
                                               const Experiment& experiment,
                                               const History& history) {
  std::vector<const statistics::Sample*> result;
  bool any = false;
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const LinearForm::Term& term : side->terms()) {
      const auto found = history.find(term.performance);
      any = any || found != history.end();
      result.push_back(
          found == history.end()
              ? &std::get<statistics::Sample>(experiment.at(term.performance))
              : &found->second);
    }
  }
  if (!any) result.clear();
  return result;
}

}  // namespace

statistics::RatioInterval nonparametric_interval(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const History& history) {
  statistics::Learning learning;
  learning.samples = learned(relation, experiment, history);
  learning.drawing.seed = settings.seed;
  learning.most_draws = 0;
  return statistics::nonparametric_ratio(
      {sample_contrast(relation.left, experiment),
       sample_contrast(relation.right, experiment)},
      settings.alpha, learning);
}

void add_nonparametric_interval(const Relation& relation,
                                const Experiment& experiment,
                                const DecisionSettings& settings,
                                const History& history, Decision& decision) {
  if (decision.decided_by != Interpretation::kNonparametric ||
      !decision.ratio.estimate) {
    return;
  }
  const statistics::RatioInterval found =
      nonparametric_interval(relation, experiment, settings, history);
  decision.ratio.lower = found.lower;
  decision.ratio.upper = found.upper;
  decision.ratio.refusal = found.refusal;
  // Its laws may be drawn with other replicates than that of the decision, and
  // the answer agrees with what is shown.
  const Finding of_ratio = statistics::finding_of(found);
  if (of_ratio != Finding::kUnknown) conclude(relation, of_ratio, decision);
}

}  // namespace spl::logic
