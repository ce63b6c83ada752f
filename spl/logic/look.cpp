#include "spl/logic/look.hpp"

#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/quotients.hpp"
#include "spl/logic/sample_contrast.hpp"

namespace spl::logic {
namespace {

bool rules_out_change(Sign sign, const statistics::RatioInterval& ratio,
                      double resolution) {
  if (!ratio.lower || !ratio.upper) return false;
  return (!turns_verdict(sign, Finding::kGreater) ||
          *ratio.upper < 1 + resolution) &&
         (!turns_verdict(sign, Finding::kLess) ||
          *ratio.lower > 1 - resolution);
}

}  // namespace

Look look(const Relation& relation, const Experiment& experiment,
          const DecisionSettings& settings, double resolution) {
  if (settings.quantile) {
    if (!lack_of_observations(relation, experiment).empty()) return {};
    DecisionSettings of_runs = settings;
    of_runs.quantile.reset();
    return look(relation,
                quantiles_of_runs(relation, experiment, *settings.quantile),
                of_runs, resolution);
  }
  const statistics::TestResult test =
      relation.quotients > 0
          ? quotients_test(relation, experiment, settings)
          : interpret(settings.interpretation,
                      sample_contrast(relation.theta, experiment), settings);
  // Nothing differs and nothing varies, so further runs will not change that.
  if (test.status == statistics::Status::kDegenerate &&
      test.finding == Finding::kIndistinct) {
    return {Finding::kIndistinct, true,
            strength(relation.sign, Finding::kIndistinct)};
  }
  const statistics::RatioInterval ratio =
      ratio_of(relation, experiment, settings);
  const Finding of_ratio = finding_of(ratio);
  Look result{of_ratio == Finding::kUnknown ? test.finding : of_ratio,
              rules_out_change(relation.sign, ratio, resolution)};
  result.strength =
      strength_if_all(relation, result.finding, settings.interpretation,
                      result.rules_out_change);
  return result;
}

Strength strength_if_all(const Relation& relation, Finding finding,
                         Interpretation interpretation, bool rules_out_change) {
  const Strength found = strength(relation.sign, finding);
  return found == Strength::kNotProven && !is_about_means(interpretation) &&
                 !rules_out_change
             ? Strength::kUndecided
             : found;
}

}  // namespace spl::logic
