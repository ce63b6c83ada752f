#include "spl/logic/parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

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

/// Repeats the units at least so often that there are that many, with what they
/// differ by from their mean grown as much as makes the mean of all as
/// uncertain as that of the number wanted.
void foresee(std::size_t wanted, statistics::RunSeries& series) {
  const std::size_t made = series.excesses.size();
  const std::size_t times = (wanted + made - 1) / made;
  const double mean =
      std::accumulate(series.excesses.begin(), series.excesses.end(), 0.0) /
      static_cast<double>(made);
  const double growth = std::sqrt(static_cast<double>(times * made) /
                                  static_cast<double>(wanted));
  for (double& one : series.excesses) one = mean + growth * (one - mean);
  const std::vector<double> once = series.excesses;
  for (std::size_t i = 1; i < times; ++i) {
    series.excesses.insert(series.excesses.end(), once.begin(), once.end());
  }
}

std::vector<statistics::RunSeries> units_of(const Relation& relation,
                                            const Experiment& experiment,
                                            RunStatistic statistic,
                                            std::size_t foreseen) {
  std::vector<statistics::RunSeries> result;
  for (const LinearForm::Term& term : relation.theta.terms()) {
    result.push_back(statistics::run_series(
        std::get<Sample>(experiment.at(term.performance)), statistic));
    if (foreseen > 0) foresee(foreseen, result.back());
  }
  return result;
}

UnitMeans unit_means(const Relation& relation, const UnitSamples& samples,
                     double alpha, const OfParts& shares) {
  return {
      units_of(relation, samples.typical, samples.statistic, samples.foreseen),
      units_of(relation, samples.plain, RunStatistic::kMean, samples.foreseen),
      coefficients_of(relation),
      samples.calls,
      relation.theta.constant(),
      samples.needed,
      statistics::fewest_units(alpha, shares)};
}

/// Returns the strength of what is claimed: not refuted, unless what was seen
/// points the other way.
Strength unrefuted(bool is_contradicted) {
  return is_contradicted ? Strength::kUndecided : Strength::kNotRefuted;
}

Strength unproven(bool is_ruled_out) {
  return is_ruled_out ? Strength::kNotProven : Strength::kUndecided;
}

Strength strength_of(Sign sign, const PartFindings& found) {
  const bool may_be_greater = found.greater_is_denied || found.suggests_greater;
  const bool may_be_less = found.less_is_denied || found.suggests_less;
  switch (sign) {
    case Sign::kLessEqual:
      if (found.greater) return Strength::kRefuted;
      return found.proven_less ? Strength::kProven : unrefuted(may_be_greater);
    case Sign::kGreaterEqual:
      if (found.less) return Strength::kRefuted;
      return found.proven_greater ? Strength::kProven : unrefuted(may_be_less);
    case Sign::kEqual:
      if (found.greater || found.less) return Strength::kRefuted;
      return unrefuted(may_be_greater || may_be_less);
    case Sign::kLess:
      if (found.greater) return Strength::kRefuted;
      return found.proven_less ? Strength::kProven
                               : unproven(found.no_decrease);
    case Sign::kGreater:
      if (found.less) return Strength::kRefuted;
      return found.proven_greater ? Strength::kProven
                                  : unproven(found.no_increase);
    case Sign::kNotEqual:
      if (found.proven_greater || found.proven_less) return Strength::kProven;
      return unproven(found.no_increase && found.no_decrease);
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
    const statistics::RatioSet& set = decision.findings.set(part);
    if (decision.finding == Finding::kGreater ? set.lower > 1 : set.upper < 1) {
      return part;
    }
  }
  return std::nullopt;
}

/// Returns the ratios that the parts of all calls do not reject, and those
/// within the limits of the mean.
statistics::RatioSet of_all_calls(const PartsDecision& decision) {
  const PartFindings& found = decision.findings;
  const statistics::RatioSet kept =
      common(found.set(Part::kAllCalls), found.set(Part::kAllRuns));
  return {std::min(kept.lower, decision.lower),
          std::max(kept.upper, decision.upper)};
}

void set_ratios(Sign sign, const ThreeParts& parts, PartsDecision& decision) {
  const statistics::TestedRatio& tested = parts.ratio();
  decision.mean = tested.mean().estimate();
  decision.lower = std::max(0.0, tested.mean().lower(ThreeParts::kConfidence));
  decision.upper = tested.mean().upper(ThreeParts::kConfidence);
  if (decision.nothing_varies) return;
  const bool is_typical = decision.asks_typical_calls;
  const statistics::RatioSet kept =
      is_typical ? decision.findings.set(Part::kTypicalCalls)
                 : of_all_calls(decision);
  decision.ratio.emplace();
  decision.ratio->estimate =
      is_typical ? tested.typical_estimate() : decision.mean;
  decision.ratio->lower = std::max(0.0, kept.lower);
  decision.ratio->upper = kept.upper;
  // Events that few units do not show keep 1 within the range where that does
  // not refute.
  const PartFindings& found = decision.findings;
  if (turns_verdict(sign, Finding::kLess) && kept.upper < 1 && !found.less) {
    decision.ratio->upper = std::max(kept.upper, found.upper_with_unseen);
  }
  if (turns_verdict(sign, Finding::kGreater) && kept.lower > 1 &&
      !found.greater) {
    decision.ratio->lower = std::min(kept.lower, found.lower_with_unseen);
  }
}

/// Whether the right side is above 0, and squares of the sides are numbers.
bool is_computable(const ThreeParts& parts) {
  constexpr double kLeast = 1e-140;
  constexpr double kMost = 1e140;
  return parts.right_side() > kLeast && parts.right_side() < kMost &&
         parts.left_side() < kMost;
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
  const ThreeParts parts(
      unit_means(relation, samples, settings.alpha, settings.shares));
  if (!parts.nothing_varies() &&
      (!is_computable(parts) || !parts.ratio().mean().exists())) {
    return std::nullopt;
  }
  PartsDecision result;
  result.findings = parts.look(settings);
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
  result.needed = samples.needed;
  result.asks_typical_calls = settings.shares.typical_calls > 0;
  result.strength = strength_of(relation.sign, result.findings);
  result.finding = finding_of(result.findings, result.strength);
  result.rules_out_change = rules_out_change(relation.sign, result.findings);
  result.found_by = finder(result);
  set_ratios(relation.sign, parts, result);
  return result;
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
                 double alpha, const OfParts& shares) {
  const ThreeParts parts(unit_means(relation, samples, alpha, shares));
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
