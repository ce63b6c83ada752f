#include "spl/logic/look.hpp"

#include <algorithm>

#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/sample_contrast.hpp"

namespace spl::logic {
namespace {

using statistics::SampleContrast;

bool has_scale(const SampleContrast& theta) {
  return theta.constant < 0 ||
         std::any_of(theta.terms.begin(), theta.terms.end(),
                     [](const auto& term) { return term.coefficient < 0; });
}

/// Returns theta with its negative part multiplied by `factor`.
SampleContrast scaled(SampleContrast theta, double factor) {
  for (auto& term : theta.terms) {
    if (term.coefficient < 0) term.coefficient *= factor;
  }
  if (theta.constant < 0) theta.constant *= factor;
  return theta;
}

}  // namespace

Look look(const Relation& relation, const Experiment& experiment,
          const DecisionSettings& settings, double resolution,
          const statistics::TestResult* known) {
  if (settings.quantile) {
    if (!lack_of_observations(relation, experiment).empty()) return {};
    DecisionSettings of_runs = settings;
    of_runs.quantile.reset();
    return look(relation,
                quantiles_of_runs(relation, experiment, *settings.quantile),
                of_runs, resolution, known);
  }
  const SampleContrast theta = sample_contrast(relation.theta, experiment);
  const auto test_of = [&](const SampleContrast& contrast) {
    return interpret(settings.interpretation, contrast, settings);
  };
  const auto finding_about = [&](const SampleContrast& contrast) {
    return test_of(contrast).finding;
  };
  const statistics::TestResult test =
      known == nullptr ? test_of(theta) : *known;
  Look result{test.finding, has_scale(theta), Strength::kUndecided};
  // Nothing differs and nothing varies, so further runs will not change that.
  if (test.status == statistics::Status::kDegenerate &&
      test.finding == Finding::kIndistinct) {
    return {Finding::kIndistinct, true,
            strength(relation.sign, Finding::kIndistinct)};
  }
  if (turns_verdict(relation.sign, Finding::kGreater)) {
    result.rules_out_change =
        result.rules_out_change &&
        finding_about(scaled(theta, 1 + resolution)) == Finding::kLess;
  }
  if (turns_verdict(relation.sign, Finding::kLess)) {
    result.rules_out_change =
        result.rules_out_change &&
        finding_about(scaled(theta, 1 - resolution)) == Finding::kGreater;
  }
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
