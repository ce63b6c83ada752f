#include "runner/findings/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "parser/print.hpp"
#include "runner/measuring/family.hpp"
#include "runner/settings/single_calls.hpp"
#include "spl/logic/look.hpp"
#include "spl/logic/parts.hpp"
#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/twofold.hpp"

namespace spl::runner {
namespace {

logic::DecisionSettings deciding(const Settings& settings,
                                 const EvaluationInputs& inputs) {
  logic::DecisionSettings result = settings.deciding;
  result.seed = inputs.seed;
  result.extent = inputs.extent;
  return result;
}

/// Where runs of the basis are layouts, their means are compared.
void take_layouts(const Basis& basis, logic::DecisionSettings& how) {
  if (basis.layouts == 0) return;
  how.statistic = statistics::RunStatistic::kMean;
  how.quantile.reset();
}

/// The fewest runs of the performances that decide.
std::size_t fewest_runs(const logic::Relation& relation,
                        const logic::Experiment& experiment) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const auto& term : relation.theta.terms()) {
    fewest = std::min(
        fewest, std::get<statistics::Sample>(experiment.at(term.performance))
                    .run_count());
  }
  return fewest;
}

/// The same of observations, each of one call at least.
std::size_t fewest_observations(const logic::Relation& relation,
                                const logic::Experiment& experiment) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const auto& term : relation.theta.terms()) {
    fewest = std::min(
        fewest, std::get<statistics::Sample>(experiment.at(term.performance))
                    .observation_count());
  }
  return fewest;
}

bool is_conjunction(const logic::Claim& claim) {
  return claim.kind == logic::Claim::Kind::kRelation ||
         (claim.kind == logic::Claim::Kind::kAnd &&
          std::all_of(claim.parts.begin(), claim.parts.end(), is_conjunction));
}

std::optional<double> plain_factor(const logic::Relation& relation) {
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

const logic::Experiment& experiment_of(const Basis& basis) {
  static const logic::Experiment kNothing;
  return basis.evidence ? basis.evidence->experiment : kNothing;
}

bool has_failure(const logic::Experiment& experiment) {
  return std::any_of(experiment.begin(), experiment.end(), [](const auto& one) {
    return std::holds_alternative<logic::Failure>(one.second);
  });
}

/// The largest change that would turn the verdict and was not ruled out.
std::optional<double> hidden_change(logic::Sign sign,
                                    const statistics::RatioInterval& ratio) {
  if (!ratio.lower || !ratio.upper) return std::nullopt;
  double hidden = 0;
  if (logic::turns_verdict(sign, logic::Finding::kGreater)) {
    hidden = std::max(hidden, *ratio.upper - 1);
  }
  if (logic::turns_verdict(sign, logic::Finding::kLess)) {
    hidden = std::max(hidden, 1 - *ratio.lower);
  }
  return hidden;
}

/// As a count: what is larger than any count is about the largest.
std::size_t count(double blocks) {
  constexpr double kMost = 9e18;
  return static_cast<std::size_t>(std::min(std::ceil(blocks), kMost));
}

std::optional<std::size_t> needed_blocks(const RelationReport& report) {
  const auto& detectable = report.decision.detectable;
  if (!detectable || *detectable <= report.resolution) return std::nullopt;
  const double times = *detectable / report.resolution;
  return count(static_cast<double>(report.blocks) * times * times);
}

FormulaReport without_relations(const SuiteFormula& formula,
                                const EvaluationInputs& inputs) {
  FormulaReport result;
  result.label = formula.label;
  result.file = formula.file;
  result.line = formula.line;
  result.text = formula.text;
  result.deciding = formula.settings.deciding;
  result.family = formula.settings.family;
  result.dimension = formula.dimension;
  result.metric = inputs.settings.data.empty()
                      ? std::string(workload::to_text(formula.settings.metric))
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
}

class Decider {
 public:
  Decider(const Observations& observations, const EvaluationInputs& inputs)
      : observations_(observations), inputs_(inputs) {}

  Evaluation decide(const Suite& suite) const {
    Evaluation result;
    const std::vector<double> alphas = levels(suite);
    std::size_t next = 0;
    for (const SuiteFormula& formula : suite.formulas) {
      FormulaReport one = without_relations(formula, inputs_);
      one.seconds = observations_.seconds[result.formulas.size()];
      for (const logic::Relation& relation : formula.relations) {
        const Basis& basis = observations_.bases[next];
        one.relations.push_back(decided(relation,
                                        settings_of(relation, formula.settings),
                                        basis, alphas[next]));
        ++next;
      }
      conclude(formula, one);
      result.formulas.push_back(std::move(one));
    }
    return result;
  }

  bool is_of_times(const Settings& settings) const {
    return inputs_.settings.data.empty()
               ? workload::is_time(settings.metric)
               : inputs_.quantity.dimension == logic::Dimension::kTime;
  }

  /// Of all looks of the relation together, `alpha`; in a family less.
  RelationReport decided(const logic::Relation& relation,
                         const Settings& settings, const Basis& basis,
                         double alpha) const {
    RelationReport result;
    result.text = parser::to_text(relation);
    result.bindings = relation.bindings;
    result.plain_factor = plain_factor(relation);
    result.sign = relation.sign;
    if (relation.is_rearranged) {
      const std::string unit = is_of_times(settings) ? "ns" : "";
      result.compared = to_text(relation.left, unit) + " with " +
                        to_text(relation.right, unit);
    }
    result.alpha = alpha;
    result.resolution = is_plain_mean(basis, settings)
                            ? settings.resolution
                            : resolution_of(settings.deciding, settings);
    result.stated = relation.statistic;
    result.stopped = basis.stopped.why;
    result.block_seconds = basis.block_seconds;
    result.performances = performances_of(relation);
    result.layout = basis.layout;
    result.followed = basis.followed;
    result.late = basis.stopped.late;
    logic::DecisionSettings how = deciding(settings, inputs_);
    take_layouts(basis, how);
    const LookLevel level = level_of(relation, settings, basis, alpha);
    how.alpha = level.level;
    result.planned = basis.planned;
    const logic::Experiment& experiment = experiment_of(basis);
    result.decision =
        logic::decide(relation, experiment, how, observations_.history);
    result.nothing_varied = logic::nothing_varied(experiment);
    decide_parts(relation, settings, basis, level, result);
    if (basis.evidence && inputs_.extent == logic::Extent::kAll &&
        !settings.deciding.quantile) {
      const logic::Levels& given = basis.evidence->levels;
      result.intervals = logic::effect_intervals(
          relation, experiment, given.empty() ? levels_of(experiment) : given,
          how);
    }
    complete(relation, settings, basis, result);
    if (settings.precision > 0) {
      refine(relation, settings, basis, how, result);
    }
    result.in_one_layout =
        result.blocks > 0 &&
        std::any_of(result.performances.begin(), result.performances.end(),
                    [this](const logic::Performance& one) {
                      return inputs_.in_one_layout.contains(one);
                    });
    return result;
  }

 private:
  /// Whether the relation got no end of its own: what was seen of it is in
  /// the report, and decides nothing.
  static bool is_left_open(const Basis& basis) {
    const Stop why = basis.stopped.why;
    return why == Stop::kInterrupted || why == Stop::kOpen ||
           why == Stop::kFormula || why == Stop::kUnequalCalls ||
           why == Stop::kLateCalls || !basis.failure.empty();
  }

  /// Whether the relation is decided by a single look, here.
  static bool has_one_look(const Basis& basis, const Settings& settings) {
    return basis.evidence && (basis.stopped.why == Stop::kData ||
                              basis.layouts > 1 || !is_sequential(settings));
  }

  static LookLevel level_of(const logic::Relation& relation,
                            const Settings& settings, const Basis& basis,
                            double alpha) {
    if (!basis.evidence) return {alpha};
    if (!has_one_look(basis, settings)) {
      return {basis.stopped.level, basis.stopped.parts};
    }
    LookRule rule = look_rule(relation, settings, alpha);
    const std::size_t units = units_of(relation, basis, settings);
    if (units == 0) rule.shares.reset();
    return single_look_level(units, rule);
  }

  /// The mean of given data is tested plainly.
  static bool is_plain_mean(const Basis& basis, const Settings& settings) {
    return basis.stopped.why == Stop::kData &&
           logic::asked(settings.deciding) == logic::Statistic::kMean;
  }

  /// What the parts may look at; 0 where they do not decide.
  static std::size_t units_of(const logic::Relation& relation,
                              const Basis& basis, const Settings& settings) {
    if (!basis.evidence || is_plain_mean(basis, settings) ||
        !logic::are_parts_asked(relation, settings.deciding)) {
      return 0;
    }
    const logic::Experiment& experiment = basis.evidence->experiment;
    std::size_t units = 0;
    for (const auto& term : relation.theta.terms()) {
      const auto found = experiment.find(term.performance);
      const auto* sample =
          found == experiment.end()
              ? nullptr
              : std::get_if<statistics::Sample>(&found->second);
      if (sample == nullptr) return 0;
      if (units > 0 && sample->run_count() != units) return 0;
      units = sample->run_count();
    }
    return units < 2 ? 0 : units;
  }

  static logic::UnitSamples units(const logic::Relation& relation,
                                  const Basis& basis,
                                  const Settings& settings) {
    const Evidence& evidence = *basis.evidence;
    const bool are_layouts = basis.layouts > 0;
    return {evidence.experiment,
            are_layouts ? evidence.plain : evidence.experiment,
            are_layouts ? statistics::RunStatistic::kMean
                        : settings.deciding.statistic,
            basis.stopped.why == Stop::kData
                ? fewest_observations(relation, evidence.experiment)
                : evidence.calls};
  }

  static std::optional<logic::PartsDecision> parts_of(
      const logic::Relation& relation, const Settings& settings,
      const Basis& basis, const LookLevel& level, double alpha) {
    if (units_of(relation, basis, settings) == 0) return std::nullopt;
    return logic::decide_parts(
        relation, units(relation, basis, settings),
        {level.parts,
         alpha,
         *settings.deciding.shares,
         {settings.resolution, settings.mean_resolution}});
  }

  static void decide_parts(const logic::Relation& relation,
                           const Settings& settings, const Basis& basis,
                           const LookLevel& level, RelationReport& report) {
    const auto parts = parts_of(relation, settings, basis, level, report.alpha);
    if (!parts) return;
    report.parts = parts;
    logic::Decision& decision = report.decision;
    if (parts->unlike_ratio) decision.ratio = *parts->unlike_ratio;
    decision.finding = parts->finding;
    decision.strength = parts->strength;
    decision.verdict = logic::verdict(parts->strength);
    decision.reason.clear();
  }

  /// What was measured for the ratio alone decides nothing: the verdict stays,
  /// and intervals are cut where they would contradict it.
  void take_ratio(const logic::Relation& relation, const Settings& settings,
                  const Basis& basis, logic::DecisionSettings how,
                  RelationReport& report) const {
    Basis longer = basis;
    longer.evidence = basis.of_ratio;
    how.alpha = basis.stopped.level_of_ratio.level;
    const logic::Decision found = logic::decide(
        relation, longer.evidence->experiment, how, observations_.history);
    const auto parts = parts_of(relation, settings, longer,
                                basis.stopped.level_of_ratio, report.alpha);
    logic::Decision& decision = report.decision;
    decision.difference = found.difference;
    decision.ratio =
        parts && parts->unlike_ratio ? *parts->unlike_ratio : found.ratio;
    if (decision.ratio.lower && decision.ratio.upper) {
      statistics::agree_with(decision.finding, decision.ratio);
    }
    if (!parts || !report.parts) return;
    report.parts->mean = parts->mean;
    report.parts->lower = parts->lower;
    report.parts->upper = parts->upper;
    logic::agree_with_finding(*report.parts);
  }

  void refine(const logic::Relation& relation, const Settings& settings,
              const Basis& basis, const logic::DecisionSettings& how,
              RelationReport& report) const {
    if (!basis.evidence || report.blocks == 0 ||
        report.decision.verdict == logic::Verdict::kError) {
      return;
    }
    if (basis.of_ratio) take_ratio(relation, settings, basis, how, report);
    Precision precision{settings.precision,
                        logic::half_width(report.decision, report.parts),
                        std::max(basis.stopped.blocks_of_ratio, report.blocks)};
    if (precision.reached && *precision.reached > precision.wanted) {
      const double times = *precision.reached / precision.wanted;
      precision.blocks_needed =
          count(static_cast<double>(precision.blocks) * times * times);
    }
    report.precision = precision;
  }

  /// Of all looks of a relation together. Where there is a single one, a family
  /// steps down as its p-values let it.
  std::vector<double> levels(const Suite& suite) const {
    std::vector<std::optional<double>> p_values;
    for (const SuiteFormula& formula : suite.formulas) {
      for (const logic::Relation& relation : formula.relations) {
        const Basis& basis = observations_.bases[p_values.size()];
        p_values.push_back(
            formula.familywise > 0 && has_one_look(basis, formula.settings)
                ? p_value(relation, settings_of(relation, formula.settings),
                          basis)
                : std::nullopt);
      }
    }
    return holm_alphas(suite, p_values);
  }

  std::optional<double> p_value(const logic::Relation& relation,
                                const Settings& settings,
                                const Basis& basis) const {
    if (is_left_open(basis)) return 1;
    logic::DecisionSettings how = settings.deciding;
    how.seed = inputs_.seed;
    take_layouts(basis, how);
    if (units_of(relation, basis, settings) > 0) {
      return logic::turning_p(relation, units(relation, basis, settings),
                              *settings.deciding.shares);
    }
    const logic::Decision decision = logic::decide(
        relation, experiment_of(basis), how, observations_.history);
    const auto* test = logic::deciding_test(decision);
    // What failed is not tested, but it was meant to be.
    return test == nullptr ? 1.0 : turning_p(relation, *test);
  }

  /// What the decision alone does not know.
  static void complete(const logic::Relation& relation,
                       const Settings& settings, const Basis& basis,
                       RelationReport& report) {
    logic::Decision& decision = report.decision;
    const Stop why = basis.stopped.why;
    const bool failed =
        !basis.failure.empty() || has_failure(experiment_of(basis));
    if (why == Stop::kIdentical) {
      decision.reason = relation.identity;
      // Of a multiple of a time only the sign is known.
      if (!relation.left.minus(relation.right).terms().empty()) {
        decision.difference.reset();
      }
    }
    if (why == Stop::kFormula) {
      leave_open(report, "its formula is decided without it");
    } else if (failed) {
      report.stopped = Stop::kFailed;
      leave_failed(report, basis);
    } else if (why == Stop::kInterrupted) {
      leave_open(report, interruption(basis));
    } else if (why == Stop::kOpen) {
      leave_open(report, so_far(basis));
    } else if (why == Stop::kUnequalCalls || why == Stop::kLateCalls) {
      leave_open(report, basis.stopped.reason);
    } else if (why == Stop::kObservations) {
      leave_open(report, lack_of_observations(relation, settings));
    } else if (why == Stop::kBudget && basis.stopped.blocks == 0) {
      leave_open(report, unheld(relation));
    } else if (why == Stop::kLinks) {
      leave_open(report,
                 "the budget holds no links, and one layout of the programs "
                 "says nothing about their sources");
      decision.ratio.lower.reset();
      decision.ratio.upper.reset();
      decision.ratio.refusal = "it is that of one layout";
    } else if (why == Stop::kTwofold) {
      settle(logic::twofold(relation,
                            logic::compared_runs(relation, experiment_of(basis),
                                                 settings.deciding),
                            settings.deciding.statistic),
             relation.sign, report);
    } else if (basis.evidence && decision.verdict == logic::Verdict::kError) {
      report.stopped = Stop::kFailed;
    }
    if (!basis.evidence) return;
    const bool is_failed = decision.verdict == logic::Verdict::kError;
    if (is_failed && !decision.decided_by) return;
    report.blocks = why == Stop::kData
                        ? fewest_runs(relation, basis.evidence->experiment)
                        : basis.stopped.blocks;
    if (decision.finding != logic::Finding::kIndistinct) return;
    const auto* test = logic::deciding_test(decision);
    // Where nothing varied, that is no evidence of seeing everything.
    if (test->status != statistics::Status::kOk) return;
    report.hidden = hidden_change(relation.sign, decision.ratio);
    if (report.parts) hide_in_the_mean(relation.sign, report);
    const bool is_ruled_out =
        why == Stop::kResolution ||
        (report.hidden && *report.hidden < report.resolution);
    if (!report.parts) leave_unproven_open(relation, is_ruled_out, decision);
    // More blocks are no more layouts.
    if (basis.layouts > 0) return;
    if (!is_ruled_out) report.blocks_needed = needed_blocks(report);
  }

  /// What the mean of all calls may hide, unless that is of no interest.
  static void hide_in_the_mean(logic::Sign sign, RelationReport& report) {
    const logic::PartsDecision& parts = *report.parts;
    if (!report.hidden || parts.rules_out_change) return;
    statistics::RatioInterval mean;
    mean.lower = parts.lower;
    mean.upper = parts.upper;
    report.hidden =
        std::max(*report.hidden, hidden_change(sign, mean).value_or(0));
  }

  /// A difference that is claimed, was not seen and may be there.
  static void leave_unproven_open(const logic::Relation& relation,
                                  bool is_ruled_out,
                                  logic::Decision& decision) {
    if (decision.verdict == logic::Verdict::kUndecided) return;
    decision.strength = logic::strength_if_all(
        relation, decision.finding, *decision.decided_by, is_ruled_out);
    decision.verdict = logic::verdict(decision.strength);
  }

  /// On a factor of 2 in all runs, beside which the test that usually decides
  /// may be undecided.
  static void settle(logic::Finding found, logic::Sign sign,
                     RelationReport& report) {
    report.parts.reset();
    logic::Decision& decision = report.decision;
    if (decision.finding != found) {
      decision.ratio.lower.reset();
      decision.ratio.upper.reset();
      decision.ratio.refusal =
          "so few runs have no interval, but all show a factor of 2";
    }
    decision.finding = found;
    decision.strength = logic::strength(sign, found);
    decision.verdict = logic::verdict(decision.strength);
    decision.reason.clear();
  }

  /// Estimate and interval stay: nothing that was seen is thrown away.
  static void leave_open(RelationReport& report, std::string reason) {
    report.parts.reset();
    logic::Decision& decision = report.decision;
    decision.finding = logic::Finding::kUnknown;
    decision.strength = logic::Strength::kUndecided;
    decision.verdict = logic::Verdict::kUndecided;
    decision.reason = std::move(reason);
  }

  /// So do those of the blocks before a failure.
  static void leave_failed(RelationReport& report, const Basis& basis) {
    const logic::Decision& decision = report.decision;
    leave_open(report, basis.failure.empty() ? decision.reason : basis.failure);
    report.decision.verdict = logic::Verdict::kError;
  }

  static std::string unheld(const logic::Relation& relation) {
    std::string none = "the budget does not hold two blocks";
    if (!is_about_single_calls(relation)) return none;
    return none + ": " + logic::observations_needed(*relation.statistic);
  }

  static std::string interruption(const Basis& basis) {
    const std::size_t blocks = basis.stopped.blocks;
    if (blocks == 0) return "interrupted before its first block";
    return "interrupted after " + std::to_string(blocks) + " of at most " +
           std::to_string(basis.planned) + " blocks";
  }

  static std::string so_far(const Basis& basis) {
    const std::size_t blocks = basis.stopped.blocks;
    if (blocks == 0) return "not measured yet";
    return "measured for " + std::to_string(blocks) + " of at most " +
           std::to_string(basis.planned) + " blocks";
  }

  const Observations& observations_;
  const EvaluationInputs& inputs_;
};

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
  return Decider(observations, inputs).decide(suite);
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
    const bool is_asked = inputs.extent == logic::Extent::kAll;
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
  const Decider decider(so_far, inputs_);
  std::size_t number = 0;
  for (std::size_t i = 0; i < suite_.formulas.size(); ++i) {
    const SuiteFormula& formula = suite_.formulas[i];
    FormulaReport& report = formulas_[i];
    report.seconds = so_far.seconds[i];
    for (std::size_t j = 0; j < formula.relations.size(); ++j, ++number) {
      if (skipped[number]) continue;
      const Basis& basis = so_far.bases[number];
      report.relations[j] =
          decider.decided(formula.relations[j],
                          settings_of(formula.relations[j], formula.settings),
                          basis, alphas_[number]);
      known_[number] = basis.stopped.why != Stop::kOpen;
    }
    conclude(formula, report);
  }
}

}  // namespace spl::runner
