#include "spl/logic/nonparametric_interval.hpp"

#include "spl/logic/sample_contrast.hpp"
#include "spl/statistics/effects/nonparametric_ratio.hpp"

namespace spl::logic {

statistics::RatioInterval nonparametric_interval(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const History& history) {
  statistics::Learning learning;
  learning.samples =
      learned({&relation.left, &relation.right}, experiment, history);
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
