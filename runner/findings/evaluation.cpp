#include "runner/findings/evaluation.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "parser/print.hpp"
#include "runner/findings/next_steps.hpp"
#include "runner/measuring/family.hpp"
#include "runner/settings/single_calls.hpp"
#include "runner/system/number_text.hpp"
#include "spl/logic/effect_intervals.hpp"
#include "spl/logic/quantile_runs.hpp"

namespace spl::runner {
namespace {

/// Whether the relation got no end of its own: its observations are in the
/// report, and decide nothing.
bool is_left_open(const Basis& basis) {
  const Stop why = basis.stopped.why;
  return why == Stop::kInterrupted || why == Stop::kFailFast ||
         why == Stop::kOpen || why == Stop::kFormula ||
         why == Stop::kDoubtfulTimes || why == Stop::kLateCalls ||
         !basis.failure.empty();
}

logic::DecisionSettings deciding(const RelationInputs& relation,
                                 std::uint64_t seed) {
  logic::DecisionSettings result = relation.settings.deciding;
  result.seed = seed;
  take_layouts(relation.basis, result);
  return result;
}

bool is_of_times(const Settings& settings, const EvaluationInputs& inputs) {
  return inputs.settings.data.empty()
             ? is_time(settings.metric)
             : inputs.quantity.dimension == logic::Dimension::kTime;
}

std::optional<double> plain_factor(const logic::Relation& relation) {
  if (relation.quotients > 0) return std::nullopt;
  const auto& left = relation.left;
  const auto& right = relation.right;
  if (left.terms().size() != 1 || right.terms().size() != 1 ||
      left.constant() != 0 || right.constant() != 0) {
    return std::nullopt;
  }
  const double factor =
      right.terms()[0].coefficient / left.terms()[0].coefficient;
  if (factor == 1) return std::nullopt;
  return factor;
}

/// Returns a report of what is known without a decision.
RelationReport undecided(const RelationInputs& inputs, double alpha) {
  const auto& [relation, settings, basis] = inputs;
  RelationReport result;
  result.text = parser::to_text(relation);
  result.bindings = relation.bindings;
  result.plain_factor = plain_factor(relation);
  result.sign = relation.sign;
  result.quotients = relation.quotients;
  result.alpha = alpha;
  result.resolution = is_plain_mean(inputs)
                          ? settings.resolution
                          : resolution_of(settings.deciding, settings);
  result.stated = relation.statistic;
  result.stopped = basis.stopped.why;
  result.block_seconds = basis.block_seconds;
  result.lacking_budget = basis.lacking_budget;
  result.performances = performances_of(relation);
  result.layout = basis.layout;
  result.followed = basis.followed;
  result.late = basis.stopped.late;
  result.unsettled = basis.stopped.unsettled;
  result.planned = basis.planned;
  return result;
}

void take_parts(const logic::PartsDecision& parts, RelationReport& report) {
  report.parts = parts;
  logic::Decision& decision = report.decision;
  if (parts.ratio) decision.ratio = *parts.ratio;
  decision.finding = parts.finding;
  decision.strength = parts.strength;
  decision.verdict = logic::verdict(parts.strength);
  decision.reason.clear();
}

bool has_all_samples(const logic::Relation& relation,
                     const logic::Experiment& experiment) {
  const auto performances = performances_of(relation);
  return std::ranges::all_of(performances, [&](const logic::Performance& one) {
    const auto found = experiment.find(one);
    return found != experiment.end() &&
           std::holds_alternative<statistics::Sample>(found->second);
  });
}

/// Layouts have quantiles and means already.
Sides sides(const RelationInputs& inputs, const logic::DecisionSettings& how,
            logic::Dimension dimension) {
  const auto& [relation, settings, basis] = inputs;
  const logic::Experiment& experiment = experiment_of(basis);
  const bool has_plain = basis.evidence && !basis.evidence->plain.empty();
  if (!how.quantile || basis.layouts > 0) {
    return sides_of(relation,
                    {experiment, has_plain ? &basis.evidence->plain : nullptr,
                     how.statistic, dimension});
  }
  // Runs that are too short have no quantile.
  const bool has_quantiles = has_all_samples(relation, experiment) &&
                             lack_of_observations(relation, experiment).empty();
  const logic::Experiment quantiles =
      has_quantiles ? quantiles_of_runs(relation, experiment, *how.quantile)
                    : logic::Experiment();
  return sides_of(relation, {quantiles, &experiment, how.statistic, dimension});
}

/// Adds the blocks that would end a relation for which the time was too short.
void add_blocks_to_end(const RelationInputs& inputs, double alpha,
                       RelationReport& report) {
  const Stop why = report.stopped;
  const bool has_ended =
      report.decision.finding != logic::Finding::kIndistinct ||
      (report.parts && report.parts->rules_out_change);
  if ((why != Stop::kBudget && why != Stop::kRuns) || report.blocks == 0 ||
      has_ended) {
    return;
  }
  if (units_of(inputs) > 0) {
    report.blocks_to_end = blocks_to_end(inputs, alpha);
  } else if (report.blocks_needed &&
             !is_out_of_reach(static_cast<double>(*report.blocks_needed))) {
    report.blocks_to_end = report.blocks_needed;
  }
}

std::optional<logic::EffectIntervals> intervals(
    const RelationInputs& relation, const logic::DecisionSettings& how,
    const EvaluationInputs& inputs, const logic::History& history) {
  const logic::Experiment& experiment = experiment_of(relation.basis);
  logic::DecisionSettings of_intervals = how;
  of_intervals.extent = inputs.settings.all_intervals ? logic::Extent::kAll
                                                      : logic::Extent::kCheap;
  const auto& given = relation.basis.evidence->levels;
  const logic::Levels own = given ? logic::Levels() : levels_of(experiment);
  return logic::effect_intervals(relation.relation, experiment,
                                 given ? *given : own, of_intervals, history);
}

}  // namespace

RelationReport evaluated(const RelationInputs& relation, double alpha,
                         const logic::History& history,
                         const EvaluationInputs& inputs) {
  const auto& [compared, settings, basis] = relation;
  RelationReport result = undecided(relation, alpha);
  const auto dimension = is_of_times(settings, inputs)
                             ? logic::Dimension::kTime
                             : logic::Dimension::kCount;
  if (compared.is_rearranged) {
    const std::string unit = dimension == logic::Dimension::kTime ? "ns" : "";
    result.compared =
        to_text(compared.left, unit) + " with " + to_text(compared.right, unit);
  }
  logic::DecisionSettings how = deciding(relation, inputs.seed);
  how.extent = inputs.extent;
  result.sides = sides(relation, how, dimension);
  const LookLevel level = level_of(relation, alpha);
  how.alpha = level.level;
  const logic::Experiment& experiment = experiment_of(basis);
  const auto report_share = [&](double share) {
    if (inputs.report_share) inputs.report_share(share);
  };
  report_share(0);
  result.decision = logic::decide(compared, experiment, how, history);
  report_share(0.4);  // Given many observations, about.
  logic::add_nonparametric_interval(compared, experiment, how, history,
                                    result.decision);
  report_share(0.6);
  result.nothing_varied = logic::nothing_varied(experiment);
  if (const auto parts = parts_of(relation, level, alpha)) {
    take_parts(*parts, result);
  }
  if (result.decision.ratio.estimate) {
    agree_with(*result.decision.ratio.estimate, compared,
               result.sides.left.amount, result.sides.right.amount);
  }
  if (result.parts) {
    agree_with(result.parts->mean, compared, result.sides.left.mean,
               result.sides.right.mean);
  }
  const bool shows_all = inputs.extent == logic::Extent::kAll;
  if (basis.evidence && shows_all && !settings.deciding.quantile) {
    result.intervals = intervals(relation, how, inputs, history);
  }
  conclude(relation, result);
  add_blocks_to_end(relation, alpha, result);
  result.loosened = loosened_text(compared, result, dimension);
  if (settings.precision > 0) add_precision(relation, how, history, result);
  result.heap_in_one_layout = basis.heap_in_one_layout;
  result.in_one_layout =
      result.blocks > 0 &&
      std::ranges::any_of(result.performances,
                          [&](const logic::Performance& one) {
                            return inputs.in_one_layout.contains(one);
                          });
  return result;
}

// A relation of a family that steps down is decided twice: its level depends on
// the p-values of the whole family. Looks while blocks were made decided by one
// test only; the report shows all of them, and intervals.
std::optional<double> p_value(const RelationInputs& relation, double alpha,
                              const logic::History& history,
                              const EvaluationInputs& inputs) {
  const auto& [compared, settings, basis] = relation;
  if (is_left_open(basis)) return 1;
  if (units_of(relation) > 0) {
    return logic::turning_p(compared, units(relation), alpha,
                            *settings.deciding.shares);
  }
  const logic::Decision decision = logic::decide(
      compared, experiment_of(basis), deciding(relation, inputs.seed), history);
  const auto* test = logic::deciding_test(decision);
  // A failed relation is not tested, but it was meant to be.
  return test == nullptr ? 1.0 : turning_p(compared, *test);
}

namespace {

bool is_conjunction(const logic::Claim& claim) {
  return claim.kind == logic::Claim::Kind::kRelation ||
         (claim.kind == logic::Claim::Kind::kAnd &&
          std::ranges::all_of(claim.parts, is_conjunction));
}

FormulaReport without_relations(const SuiteFormula& formula,
                                const EvaluationInputs& inputs) {
  FormulaReport result;
  result.label = formula.label;
  result.label_is_made = formula.label_is_made;
  result.file = formula.file;
  result.line = formula.line;
  result.text = formula.text;
  result.written = formula.written;
  result.deciding = formula.settings.deciding;
  result.family = formula.settings.family;
  result.dimension = formula.dimension;
  result.metric = inputs.settings.data.empty()
                      ? to_text(formula.settings.metric)
                      : inputs.quantity.metric;
  result.conjunction = is_conjunction(formula.claim);
  return result;
}

void conclude(const SuiteFormula& formula, FormulaReport& report) {
  std::vector<logic::Verdict> verdicts;
  for (const RelationReport& one : report.relations) {
    verdicts.push_back(one.decision.verdict);
  }
  report.verdict = logic::evaluate(formula.claim, verdicts);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (report.relations[i].is_weak) verdicts[i] = logic::Verdict::kUndecided;
  }
  report.is_weak =
      report.verdict == logic::Verdict::kHolds &&
      logic::evaluate(formula.claim, verdicts) != logic::Verdict::kHolds;
}

/// Returns what takes the share of one of several relations that is decided.
ReportShare of_relation(std::size_t number, const EvaluationInputs& inputs,
                        const Observations& observations) {
  if (!inputs.report_share) return {};
  return [number, &inputs, all = observations.bases.size()](double share) {
    inputs.report_share((static_cast<double>(number) + share) /
                        static_cast<double>(all));
  };
}

/// Returns the levels of all looks of each relation together. A family whose
/// relations have a single look each steps down as its p-values let it.
std::vector<double> test_levels(const Suite& suite,
                                const Observations& observations,
                                const EvaluationInputs& inputs) {
  const std::vector<double> shared = shared_alphas(suite);
  std::vector<std::optional<double>> p_values;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const Basis& basis = observations.bases[p_values.size()];
      const bool is_tested = formula.familywise > 0 &&
                             has_one_look({relation, formula.settings, basis});
      const Settings settings = settings_of(relation, formula.settings);
      const ReportShare report =
          of_relation(p_values.size(), inputs, observations);
      if (is_tested && report) report(0);
      p_values.push_back(is_tested ? p_value({relation, settings, basis},
                                             shared[p_values.size()],
                                             observations.history, inputs)
                                   : std::nullopt);
    }
  }
  return holm_alphas(suite, p_values);
}

std::map<logic::Performance, statistics::RunStatistic> statistics_of(
    const Suite& suite) {
  std::map<logic::Performance, statistics::RunStatistic> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const Settings settings = settings_of(relation, formula.settings);
      for (const logic::Performance& one : performances_of(relation)) {
        result.insert({one, settings.deciding.statistic});
      }
    }
  }
  return result;
}

}  // namespace

Evaluation evaluate(const Suite& suite, const Observations& observations,
                    const EvaluationInputs& inputs) {
  Evaluation result;
  const std::vector<double> alphas = test_levels(suite, observations, inputs);
  std::size_t next = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    FormulaReport one = without_relations(formula, inputs);
    one.seconds = observations.seconds[result.formulas.size()];
    for (const logic::Relation& relation : formula.relations) {
      EvaluationInputs own = inputs;
      own.report_share = of_relation(next, inputs, observations);
      const Settings settings = settings_of(relation, formula.settings);
      one.relations.push_back(
          evaluated({relation, settings, observations.bases[next]},
                    alphas[next], observations.history, own));
      ++next;
    }
    conclude(formula, one);
    result.formulas.push_back(std::move(one));
  }
  name_relations(result.formulas);
  for (std::size_t i = 0; i < suite.formulas.size(); ++i) {
    FormulaReport& one = result.formulas[i];
    one.next_steps = next_steps(one, suite.formulas[i].settings);
  }
  return result;
}

void complete_performances(const Suite& suite, const EvaluationInputs& inputs,
                           std::vector<PerformanceReport>& performances) {
  const auto statistics = statistics_of(suite);
  statistics::ImpactFactorOptions options;
  options.seed = inputs.seed;
  for (PerformanceReport& one : performances) {
    const auto found = statistics.find(one.performance);
    one.statistic = found != statistics.end()
                        ? found->second
                        : inputs.settings.deciding.statistic;
    one.is_in_one_layout = inputs.in_one_layout.contains(one.performance);
    const bool is_asked =
        inputs.extent == logic::Extent::kAll && inputs.settings.all_intervals;
    if (!is_asked || one.measured.observations.empty()) continue;
    one.impact_factor = statistics::impact_factor(
        statistics::Sample(one.measured.observations), options);
  }
}

InterimEvaluation::InterimEvaluation(const Suite& suite,
                                     EvaluationInputs inputs)
    : suite_(suite),
      inputs_(std::move(inputs)),
      alphas_(shared_alphas(suite)),
      known_(alphas_.size()) {
  // Values that decide nothing take time.
  inputs_.extent = logic::Extent::kCheap;
  for (const SuiteFormula& formula : suite.formulas) {
    formulas_.push_back(without_relations(formula, inputs_));
    formulas_.back().relations.resize(formula.relations.size());
  }
}

void InterimEvaluation::add(const Observations& so_far,
                            const std::vector<bool>& skipped) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < suite_.formulas.size(); ++i) {
    const SuiteFormula& formula = suite_.formulas[i];
    FormulaReport& report = formulas_[i];
    report.seconds = so_far.seconds[i];
    for (std::size_t j = 0; j < formula.relations.size(); ++j, ++number) {
      if (skipped[number]) continue;
      const Basis& basis = so_far.bases[number];
      const logic::Relation& relation = formula.relations[j];
      const Settings settings = settings_of(relation, formula.settings);
      report.relations[j] = evaluated({relation, settings, basis},
                                      alphas_[number], so_far.history, inputs_);
      known_[number] = basis.stopped.why != Stop::kOpen;
    }
    conclude(formula, report);
  }
  name_relations(formulas_);
}

}  // namespace spl::runner
