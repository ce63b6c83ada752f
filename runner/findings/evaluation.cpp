#include "runner/findings/evaluation.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "runner/findings/next_steps.hpp"
#include "runner/measuring/family.hpp"
#include "runner/settings/single_calls.hpp"

namespace spl::runner {
namespace {

bool is_conjunction(const logic::Claim& claim) {
  return claim.kind == logic::Claim::Kind::kRelation ||
         (claim.kind == logic::Claim::Kind::kAnd &&
          std::all_of(claim.parts.begin(), claim.parts.end(), is_conjunction));
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
