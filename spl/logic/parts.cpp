#include "spl/logic/parts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "spl/logic/twofold.hpp"
#include "spl/statistics/effects/unlike_ratio.hpp"
#include "spl/statistics/interpretations/mean_ratio.hpp"
#include "spl/statistics/run_series.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"

namespace spl::logic {
namespace {

using statistics::OfParts;
using statistics::Part;
using statistics::PartFindings;
using statistics::RunStatistic;
using statistics::Sample;
using statistics::ThreeParts;
using statistics::UnitMeans;

std::vector<double> coefficients_of(const Relation& relation) {
  std::vector<double> result;
  for (const LinearForm::Term& term : relation.theta.terms()) {
    result.push_back(term.coefficient);
  }
  return result;
}

std::vector<statistics::RunSeries> series_of(const Relation& relation,
                                             const Experiment& experiment,
                                             RunStatistic statistic) {
  std::vector<statistics::RunSeries> result;
  for (const LinearForm::Term& term : relation.theta.terms()) {
    result.push_back(statistics::run_series(
        std::get<Sample>(experiment.at(term.performance)), statistic));
  }
  return result;
}

UnitMeans unit_means(const Relation& relation, const UnitSamples& samples) {
  return {series_of(relation, samples.typical, samples.statistic),
          series_of(relation, samples.plain, RunStatistic::kMean),
          coefficients_of(relation),
          samples.calls,
          relation.theta.constant(),
          samples.needed_calls};
}

/// With too few units or calls to show rare events, the only proof is a factor
/// of 2 in all runs: no budget allows more runs of slow code.
void prove_twofold(const Relation& relation, const UnitSamples& samples,
                   PartFindings& findings) {
  const Finding found = twofold(relation, samples.typical, samples.statistic);
  findings.proven_less |= findings.less && found == Finding::kLess;
  findings.proven_greater |= findings.greater && found == Finding::kGreater;
}

Strength strength_of(Sign sign, const PartFindings& found) {
  const bool no_change = found.no_increase && found.no_decrease;
  switch (sign) {
    case Sign::kLessEqual:
      if (found.greater) return Strength::kRefuted;
      if (found.proven_less) return Strength::kProven;
      return found.greater_is_denied ? Strength::kUndecided
                                     : Strength::kNotRefuted;
    case Sign::kGreaterEqual:
      if (found.less) return Strength::kRefuted;
      if (found.proven_greater) return Strength::kProven;
      return found.less_is_denied ? Strength::kUndecided
                                  : Strength::kNotRefuted;
    case Sign::kEqual:
      if (found.greater || found.less) return Strength::kRefuted;
      return found.greater_is_denied || found.less_is_denied
                 ? Strength::kUndecided
                 : Strength::kNotRefuted;
    case Sign::kLess:
      if (found.greater) return Strength::kRefuted;
      if (found.proven_less) return Strength::kProven;
      return found.no_decrease ? Strength::kNotProven : Strength::kUndecided;
    case Sign::kGreater:
      if (found.less) return Strength::kRefuted;
      if (found.proven_greater) return Strength::kProven;
      return found.no_increase ? Strength::kNotProven : Strength::kUndecided;
    case Sign::kNotEqual:
      if (found.proven_greater || found.proven_less) return Strength::kProven;
      return no_change ? Strength::kNotProven : Strength::kUndecided;
  }
  return Strength::kUndecided;
}

/// Returns the finding that refutes or proves. A difference that does neither
/// is none.
Finding finding_of(const PartFindings& found, Strength strength) {
  if (strength != Strength::kRefuted && strength != Strength::kProven) {
    return Finding::kIndistinct;
  }
  return found.greater ? Finding::kGreater : Finding::kLess;
}

bool rules_out_change(Sign sign, const PartFindings& found) {
  return (!turns_verdict(sign, Finding::kGreater) || found.no_increase) &&
         (!turns_verdict(sign, Finding::kLess) || found.no_decrease);
}

std::optional<Part> finder(const PartsDecision& decision) {
  for (const Part part : statistics::kParts) {
    const auto& test = decision.tests[static_cast<std::size_t>(part)];
    const double p =
        decision.finding == Finding::kGreater ? test.p_greater : test.p_less;
    if (p < decision.levels.of(part)) return part;
  }
  return std::nullopt;
}

void set_limits(const UnitMeans& means, PartsDecision& decision) {
  const auto ratio =
      statistics::mean_ratio(means.typical, means.plain, means.coefficients,
                             means.constant, ThreeParts::kConfidence);
  if (!ratio) return;
  decision.mean = ratio->estimate;
  decision.lower = std::max(0.0, ratio->lower);
  decision.upper = ratio->upper;
  agree_with_finding(decision);
}

/// Returns the ratio of typical calls if the sides differ in form.
std::optional<statistics::RatioInterval> unlike_ratio_of(const UnitMeans& means,
                                                         double level) {
  if (statistics::are_alike_in_form(means.coefficients, means.constant)) {
    return std::nullopt;
  }
  return statistics::unlike_ratio(means.typical, means.coefficients,
                                  means.constant, level);
}

}  // namespace

bool are_parts_asked(const Relation& relation,
                     const DecisionSettings& settings) {
  return settings.shares &&
         settings.interpretation == Interpretation::kBlocks &&
         !relation.theta.terms().empty();
}

std::size_t first_look(const Relation& relation,
                       const DecisionSettings& settings) {
  return are_parts_asked(relation, settings) ? statistics::kFewestUnits
                                             : statistics::kFirstLook;
}

std::optional<PartsDecision> decide_parts(
    const Relation& relation, const UnitSamples& samples,
    const statistics::LookSettings& settings) {
  const UnitMeans means = unit_means(relation, samples);
  const ThreeParts parts(means);
  if (!parts.nothing_varies() && !(parts.right_side() > 0)) {
    return std::nullopt;
  }
  PartsDecision result;
  result.findings = parts.look(settings);
  if (parts.units() < statistics::kFewestUnits ||
      samples.calls < samples.needed_calls) {
    prove_twofold(relation, samples, result.findings);
  }
  for (const Part part : statistics::kParts) {
    result.tests[static_cast<std::size_t>(part)] = parts.test(part);
  }
  result.levels = settings.levels;
  result.units = parts.units();
  result.unseen = parts.unseen();
  result.slow = parts.slow_units();
  result.serial_correlation = parts.serial_correlation();
  result.resolutions = settings.resolutions;
  result.nothing_varies = parts.nothing_varies();
  result.calls = samples.calls;
  result.needed_calls = samples.needed_calls;
  result.asks_typical_calls = settings.shares.typical_calls > 0;
  result.strength = strength_of(relation.sign, result.findings);
  result.finding = finding_of(result.findings, result.strength);
  result.rules_out_change = rules_out_change(relation.sign, result.findings);
  result.found_by = finder(result);
  set_limits(means, result);
  result.unlike_ratio = unlike_ratio_of(means, settings.levels.typical_calls);
  return result;
}

Finding finding_of_typical_calls(const PartsDecision& decision) {
  const bool is_own =
      decision.found_by.value_or(Part::kTypicalCalls) == Part::kTypicalCalls;
  if (decision.finding != Finding::kIndistinct && is_own) {
    return decision.finding;
  }
  const auto& test =
      decision.tests[static_cast<std::size_t>(Part::kTypicalCalls)];
  const double level = decision.levels.typical_calls;
  if (test.p_greater < level) return Finding::kGreater;
  return test.p_less < level ? Finding::kLess : Finding::kIndistinct;
}

void agree_with_finding(PartsDecision& decision) {
  if (decision.finding == Finding::kGreater) {
    decision.lower = std::max(decision.lower, 1.0);
    decision.upper = std::max(decision.upper, 1.0);
  }
  if (decision.finding == Finding::kLess) {
    decision.lower = std::min(decision.lower, 1.0);
    decision.upper = std::min(decision.upper, 1.0);
  }
}

std::optional<double> half_width(const Decision& decision,
                                 const std::optional<PartsDecision>& parts) {
  if (parts && parts->nothing_varies) return 0;
  if (parts && !parts->asks_typical_calls) {
    return (parts->upper - parts->lower) / 2 / parts->mean;
  }
  const statistics::TestResult* test = deciding_test(decision);
  if (test != nullptr && test->status == statistics::Status::kDegenerate) {
    return 0;
  }
  return statistics::half_width(decision.ratio);
}

double turning_p(const Relation& relation, const UnitSamples& samples,
                 const OfParts& shares) {
  const ThreeParts parts(unit_means(relation, samples));
  const statistics::PartTest found = parts.p(shares);
  const statistics::PartTest proof = parts.p_of_proof(shares);
  switch (relation.sign) {
    case Sign::kLessEqual:
      return found.p_greater;
    case Sign::kGreaterEqual:
      return found.p_less;
    case Sign::kEqual:
      return std::min(found.p_greater, found.p_less);
    case Sign::kLess:
      return proof.p_less;
    case Sign::kGreater:
      return proof.p_greater;
    case Sign::kNotEqual:
      return std::min(proof.p_greater, proof.p_less);
  }
  return 1;
}

}  // namespace spl::logic
