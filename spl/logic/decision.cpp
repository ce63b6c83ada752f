#include "spl/logic/decision.hpp"

#include <algorithm>

#include "spl/statistics/detectable_change.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::logic {
namespace {

using statistics::RatioInterval;
using statistics::Sample;
using statistics::SampleContrast;
using statistics::TestResult;

const Sample& sample(const Performance& performance,
                     const Experiment& experiment) {
  return std::get<Sample>(experiment.at(performance));
}

SampleContrast contrast(const LinearForm& form, const Experiment& experiment) {
  SampleContrast result;
  result.constant = form.constant();
  for (const LinearForm::Term& term : form.terms()) {
    result.terms.push_back(
        {term.coefficient, &sample(term.performance, experiment)});
  }
  return result;
}

/// The first performance of either side that was not measured.
std::string missing(const Relation& relation, const Experiment& experiment) {
  for (const LinearForm* side : {&relation.left, &relation.right}) {
    for (const LinearForm::Term& term : side->terms()) {
      const auto found = experiment.find(term.performance);
      if (found == experiment.end()) {
        return to_text(term.performance) + " was not measured";
      }
      if (const auto* failure = std::get_if<Failure>(&found->second)) {
        return failure->reason;
      }
    }
  }
  return {};
}

TestResult test(Interpretation interpretation, const SampleContrast& contrast,
                const DecisionSettings& settings) {
  switch (interpretation) {
    case Interpretation::kBlocks:
      return statistics::blocks(contrast, settings.alpha, settings.statistic);
    case Interpretation::kRunMeans:
      return statistics::run_means(contrast, settings.alpha,
                                   settings.statistic);
    case Interpretation::kWelch:
      return statistics::welch(contrast, settings.alpha);
  }
  return {};
}

RatioInterval ratio(Interpretation interpretation,
                    const statistics::Sides& sides,
                    const DecisionSettings& settings) {
  switch (interpretation) {
    case Interpretation::kBlocks:
      return statistics::blocks_ratio(sides, settings.alpha,
                                      settings.statistic);
    case Interpretation::kRunMeans:
      return statistics::run_means_ratio(sides, settings.alpha,
                                         settings.statistic);
    case Interpretation::kWelch:
      return statistics::welch_ratio(sides, settings.alpha);
  }
  return {};
}

bool runs_differ(const SampleContrast& contrast) {
  return std::any_of(contrast.terms.begin(), contrast.terms.end(),
                     [&](const SampleContrast::Term& term) {
                       return term.sample->run_count() !=
                              contrast.terms.front().sample->run_count();
                     });
}

/// How much time the negative terms of theta stand for.
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

Decision concluded(Decision decision, const Relation& relation) {
  decision.strength = strength(relation.sign, decision.finding);
  decision.verdict = verdict(decision.strength);
  return decision;
}

Decision constant(const Relation& relation, Decision decision) {
  const double theta = relation.theta.constant();
  decision.difference = theta;
  decision.finding = theta > 0   ? Finding::kGreater
                     : theta < 0 ? Finding::kLess
                                 : Finding::kIndistinct;
  return concluded(std::move(decision), relation);
}

}  // namespace

std::string_view to_text(Interpretation interpretation) {
  switch (interpretation) {
    case Interpretation::kBlocks:
      return "blocks";
    case Interpretation::kRunMeans:
      return "run_means";
    case Interpretation::kWelch:
      return "welch";
  }
  return {};
}

Decision decide(const Relation& relation, const Experiment& experiment,
                const DecisionSettings& settings) {
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
  const SampleContrast theta = contrast(relation.theta, experiment);
  auto deciding = settings.interpretation;
  if (deciding == Interpretation::kBlocks && runs_differ(theta)) {
    deciding = Interpretation::kRunMeans;
  }
  decision.decided_by = deciding;
  for (const Interpretation interpretation : kInterpretations) {
    decision.interpretations.emplace_back(
        interpretation, test(interpretation, theta, settings));
    if (interpretation != deciding) continue;
    const TestResult& result = decision.interpretations.back().second;
    decision.finding = result.finding;
    decision.reason = result.finding == Finding::kUnknown ? result.warning : "";
    decision.difference = result.difference;
    const auto change = statistics::detectable_change(result);
    const double base = negative_part(theta, settings.statistic);
    if (change && base > 0) decision.detectable = *change / base;
  }
  decision.ratio = ratio(deciding,
                         {contrast(relation.left, experiment),
                          contrast(relation.right, experiment)},
                         settings);
  return concluded(std::move(decision), relation);
}

}  // namespace spl::logic
