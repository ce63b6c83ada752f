#include "spl/logic/decision.hpp"

#include <algorithm>
#include <cmath>

#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/quotients.hpp"
#include "spl/logic/sample_contrast.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/sequential/detectable_change.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::logic {
namespace {

using statistics::RatioInterval;
using statistics::Sample;
using statistics::SampleContrast;
using statistics::TestResult;

/// Says why a performance of either side is missing. One that failed comes
/// before one that was not tried because of the failure.
std::string missing(const Relation& relation, const Experiment& experiment) {
  std::string reason;
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const LinearForm::Term& term : side->terms()) {
      const auto found = experiment.find(term.performance);
      if (found == experiment.end()) {
        if (reason.empty()) {
          reason = to_text(term.performance) + " was not measured";
        }
      } else if (const auto* failure = std::get_if<Failure>(&found->second)) {
        return failure->reason;
      }
    }
  }
  return reason;
}

/// Tests by Definition 4.10. If the result is only shown beside the deciding
/// test and its law must be drawn, it uses the fewest replicates that are
/// useful.
TestResult nonparametric(const SampleContrast& contrast,
                         const DecisionSettings& settings,
                         const std::vector<const Sample*>& learned) {
  statistics::Learning learning;
  learning.samples = learned;
  learning.drawing.seed = settings.seed;
  if (settings.interpretation != Interpretation::kNonparametric) {
    learning.most_draws = 0;
  }
  return statistics::nonparametric(contrast, settings.alpha, learning);
}

bool runs_differ(const SampleContrast& contrast) {
  return std::ranges::any_of(
      contrast.terms, [&](const SampleContrast::Term& term) {
        return term.sample->run_count() !=
               contrast.terms.front().sample->run_count();
      });
}

/// Returns the time of the negative terms of theta.
double negative_part(const SampleContrast& contrast,
                     statistics::RunStatistic statistic) {
  double sum = std::max(0.0, -contrast.constant);
  for (const SampleContrast::Term& term : contrast.terms) {
    if (term.coefficient < 0) {
      sum -=
          term.coefficient *
          statistics::moments(run_statistics(*term.sample, statistic)).mean();
    }
  }
  return sum;
}

/// Returns theta by the means over the runs.
double mean_of(const SampleContrast& contrast,
               statistics::RunStatistic statistic) {
  double sum = contrast.constant;
  for (const SampleContrast::Term& term : contrast.terms) {
    sum += term.coefficient *
           statistics::moments(run_statistics(*term.sample, statistic)).mean();
  }
  return sum;
}

Decision constant(const Relation& relation, Decision decision) {
  const double theta =
      relation.quotients > 0 ? 1 - relation.limit : relation.theta.constant();
  decision.difference = theta;
  conclude(relation,
           theta > 0   ? Finding::kGreater
           : theta < 0 ? Finding::kLess
                       : Finding::kIndistinct,
           decision);
  return decision;
}

}  // namespace

RatioInterval ratio_of(const Relation& relation, const Experiment& experiment,
                       const DecisionSettings& settings) {
  if (relation.quotients > 0) {
    return quotients_ratio(relation, experiment, settings);
  }
  const statistics::Sides sides{sample_contrast(relation.left, experiment),
                                sample_contrast(relation.right, experiment)};
  switch (settings.interpretation) {
    case Interpretation::kBlocks:
      return statistics::blocks_ratio(sides, settings.alpha,
                                      settings.statistic);
    case Interpretation::kRunMeans:
      return statistics::run_means_ratio(sides, settings.alpha,
                                         settings.statistic, settings.common);
    case Interpretation::kWelch:
      return statistics::welch_ratio(sides, settings.alpha);
    case Interpretation::kParametric:
      return statistics::parametric_ratio(sides, settings.alpha);
    case Interpretation::kNonparametric:
      break;
  }
  // The interval of another test could contradict the verdict, and its own,
  // nonparametric_interval(), takes a law for each ratio. Decisions that are
  // repeated do without it.
  RatioInterval result = statistics::welch_ratio(sides, settings.alpha);
  result.lower.reset();
  result.upper.reset();
  result.refusal =
      "The interval of Definition 4.10 takes time and was not asked for.";
  return result;
}

void conclude(const Relation& relation, Finding finding, Decision& decision) {
  decision.finding = finding;
  decision.strength = strength(relation.sign, finding);
  decision.verdict = verdict(decision.strength);
}

TestResult interpret(Interpretation interpretation,
                     const SampleContrast& contrast,
                     const DecisionSettings& settings,
                     const std::vector<const Sample*>& learned) {
  switch (interpretation) {
    case Interpretation::kBlocks:
      return statistics::blocks(contrast, settings.alpha, settings.statistic);
    case Interpretation::kRunMeans:
      return statistics::run_means(contrast, settings.alpha, settings.statistic,
                                   settings.common);
    case Interpretation::kWelch:
      return statistics::welch(contrast, settings.alpha);
    case Interpretation::kParametric:
      return statistics::parametric(contrast, settings.alpha);
    case Interpretation::kNonparametric:
      return nonparametric(contrast, settings, learned);
  }
  return {};
}

const TestResult* deciding_test(const Decision& decision) {
  for (const auto& [kind, result] : decision.interpretations) {
    if (kind == decision.decided_by) return &result;
  }
  return nullptr;
}

namespace {

Decision decide_quotients(const Relation& relation,
                          const Experiment& experiment,
                          DecisionSettings settings) {
  Decision decision;
  decision.alpha = settings.alpha;
  if (settings.interpretation == Interpretation::kBlocks &&
      runs_differ(sample_contrast(relation.theta, experiment))) {
    settings.interpretation = Interpretation::kRunMeans;
  }
  decision.decided_by = settings.interpretation;
  decision.ratio = quotients_ratio(relation, experiment, settings);
  decision.reason = decision.ratio.refusal;
  const TestResult test = decision.reason.empty()
                              ? quotients_test(relation, experiment, settings)
                              : statistics::refused(decision.reason);
  const auto change = statistics::detectable_change(test);
  if (change && test.status == statistics::Status::kOk) {
    decision.detectable = std::expm1(*change);
  }
  decision.interpretations.emplace_back(settings.interpretation, test);
  conclude(relation, finding_of(decision.ratio), decision);
  return decision;
}

/// Decides by samples of all performances. For a quantile, they are the
/// quantiles of the runs.
Decision decide_samples(const Relation& relation, const Experiment& experiment,
                        const DecisionSettings& settings,
                        const History& history) {
  if (relation.quotients > 0) {
    return decide_quotients(relation, experiment, settings);
  }
  Decision decision;
  decision.alpha = settings.alpha;
  const SampleContrast theta = sample_contrast(relation.theta, experiment);
  auto deciding = settings.interpretation;
  if (deciding == Interpretation::kBlocks && runs_differ(theta)) {
    deciding = Interpretation::kRunMeans;
  }
  decision.decided_by = deciding;
  const auto learning = learned({&relation.theta}, experiment, history);
  for (const Interpretation interpretation : kInterpretations) {
    if (interpretation == Interpretation::kNonparametric &&
        interpretation != deciding && settings.extent == Extent::kCheap) {
      continue;
    }
    if (settings.quantile && is_about_means(interpretation)) continue;
    decision.interpretations.emplace_back(
        interpretation, interpret(interpretation, theta, settings, learning));
    if (interpretation != deciding) continue;
    const TestResult& result = decision.interpretations.back().second;
    decision.finding = result.finding;
    decision.reason = result.finding == Finding::kUnknown ? result.warning : "";
    decision.difference = result.status == statistics::Status::kUndefined
                              ? mean_of(theta, settings.statistic)
                              : result.difference;
    const auto change = statistics::detectable_change(result);
    const double base = negative_part(theta, settings.statistic);
    // If nothing varied, 0 does not show that every change would be found.
    const bool varied = result.status == statistics::Status::kOk;
    if (change && varied && base > 0) decision.detectable = *change / base;
  }
  DecisionSettings how = settings;
  how.interpretation = deciding;
  decision.ratio = ratio_of(relation, experiment, how);
  const Finding of_ratio = finding_of(decision.ratio);
  conclude(relation,
           of_ratio == Finding::kUnknown ? decision.finding : of_ratio,
           decision);
  return decision;
}

}  // namespace

Decision decide(const Relation& relation, const Experiment& experiment,
                const DecisionSettings& settings, const History& history) {
  Decision decision;
  decision.alpha = settings.alpha;
  if (relation.theta.terms().empty()) {
    return constant(relation, std::move(decision));
  }
  decision.reason = missing(relation, experiment);
  if (!decision.reason.empty()) {
    decision.verdict = Verdict::kError;
    return decision;
  }
  if (!settings.quantile) {
    return decide_samples(relation, experiment, settings, history);
  }
  decision.reason = lack_of_observations(relation, experiment);
  if (!decision.reason.empty()) return decision;
  return decide_samples(
      relation, quantiles_of_runs(relation, experiment, *settings.quantile),
      settings, history);
}

}  // namespace spl::logic
