#include "runner/session/bound_formulas.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "runner/formulas/trusted_texts.hpp"
#include "runner/measuring/equal_builds.hpp"
#include "runner/session/interim_reports.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/plain_error.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::runner {
namespace {

/// Whether the command is about all that there is if no formula says what.
bool takes_all(Binding binding, const Origin& origin) {
  const auto* given = std::get_if<GivenObservations>(&origin.source);
  return binding == Binding::kList ||
         (binding == Binding::kPlan && given != nullptr &&
          given->groups.empty());
}

/// Throws if the methods of a formula are not known: it would hold without any
/// relation.
void require_known(const Suite& suite) {
  for (const SuiteFormula& one : suite.formulas) {
    if (!one.unknown) continue;
    throw PlainError("no program with the workloads of " + one.label +
                     " is known; give one with -p PROGRAM or as \"program\" "
                     "in spl.json");
  }
}

/// Adds the formulas once more for each further metric of a list.
void add_metrics(const std::vector<FormulaText>& all, const Origin& origin,
                 const Invocation& invocation, Suite& suite) {
  for (std::size_t i = 1; i < invocation.metrics.size(); ++i) {
    SettingLayers layers = invocation.layers;
    layers.command_line.push_back({"metric", invocation.metrics[i]});
    Suite again = read_suite(all, origin.catalogue(), layers);
    std::move(again.formulas.begin(), again.formulas.end(),
              std::back_inserter(suite.formulas));
    std::move(again.errors.begin(), again.errors.end(),
              std::back_inserter(suite.errors));
    suite.declared += again.declared;
  }
}

/// Whether all performances of some formula can be measured.
bool has_measurable(const Suite& suite, const ProgramCatalogue& programs) {
  const auto is_measurable = [&](const logic::Relation& relation) {
    const auto all = logic::performances_of(relation);
    return std::ranges::all_of(
        all, [&](const auto& one) { return programs.failure_of(one).empty(); });
  };
  return std::ranges::any_of(suite.formulas, [&](const auto& one) {
    return std::ranges::any_of(one.relations, is_measurable);
  });
}

/// Reads formulas about programs that were built. A name that none of them has
/// is no reason to lose the others, if there are any.
Suite suite_of(const std::vector<FormulaText>& all, Origin& origin,
               const SettingLayers& layers) {
  Suite suite = read_suite(all, origin.catalogue(), layers);
  if (suite.errors.empty() || !origin.revisions) return suite;
  auto& programs = std::get<ProgramCatalogue>(origin.source);
  if (programs.programs.empty()) return suite;
  const ProgramCatalogue before = programs;
  programs.catalogue.revisions[logic::kUnderTest];
  Suite others = read_suite(all, origin.catalogue(), layers);
  if (others.errors.empty() && has_measurable(others, programs)) return others;
  programs = before;
  return suite;
}

}  // namespace

ExitStatus bind_formulas(const Session& asked_for, Binding binding,
                         const WithFormulas& go_on) {
  const SettingLayers& layers = asked_for.invocation.layers;
  const std::vector<FormulaText> all = texts(asked_for.invocation);
  const bool measures =
      binding == Binding::kPlan || binding == Binding::kEvaluate;
  if (measures) require_trusted_texts(all, asked_for.invocation);
  Origin origin = measures ? origin_to_measure(all, layers, asked_for)
                           : origin_to_check(all, layers, asked_for);
  const Invocation invocation = suited(asked_for.invocation, origin);
  const Session session = asked_for.with(invocation);
  Suite suite = suite_of(all, origin, invocation.layers);
  if (binding == Binding::kEvaluate) {
    add_metrics(all, origin, invocation, suite);
  }
  if (!suite.errors.empty()) return reject(suite, origin, session);
  decide_as_measured(suite, origin);
  if (!takes_all(binding, origin) || !all.empty()) {
    check_selection(suite, all, invocation);
  }
  if (measures) {
    require_known(suite);
    keep_own_warnings(suite, origin, session);
    add_warnings(compare_programs(suite, origin), session);
  }
  return go_on(std::move(suite), origin, session);
}

namespace {

/// Returns the number of runs, if they have several observations each; else 0.
std::size_t runs_with_calls(const GivenObservations& given,
                            const logic::Performance& performance) {
  const auto found = given.performances.find(performance);
  if (found == given.performances.end()) return 0;
  const auto* sample = std::get_if<statistics::Sample>(&found->second.observed);
  if (sample == nullptr) return 0;
  const auto& runs = sample->runs();
  const bool have_calls = std::ranges::all_of(
      runs, [](const statistics::Run& run) { return run.size() > 1; });
  return have_calls ? runs.size() : 0;
}

bool is_as_measured(const logic::Relation& relation,
                    const GivenObservations& given) {
  std::size_t all = 0;
  for (const auto& term : relation.theta.terms()) {
    const std::size_t runs = runs_with_calls(given, term.performance);
    if (runs < 2 || (all > 0 && runs != all)) return false;
    all = runs;
  }
  return all > 0;
}

/// Decides as measured ones are the relations that can be, the others by means.
void decide_as_measured(const GivenObservations& given, SuiteFormula& formula) {
  std::vector<logic::Relation*> others;
  bool is_any = false;
  for (logic::Relation& one : formula.relations) {
    if (one.theta.terms().empty()) continue;
    if (is_as_measured(one, given)) {
      is_any = true;
    } else {
      others.push_back(&one);
    }
  }
  if (!is_any) return;
  formula.settings.deciding =
      logic::asking(logic::Statistic::kBoth, formula.settings.deciding);
  for (logic::Relation* one : others) {
    if (!one->statistic) one->statistic = {logic::Statistic::kMean};
  }
}

/// What is common to the names of which two sets or more have reports,
/// whichever of them are asked about.
std::optional<statistics::Variation> common_variation(
    const GivenObservations& given, statistics::RunStatistic statistic) {
  std::map<logic::Performance, std::vector<const statistics::Sample*>> sets;
  for (const auto& [one, performance] : given.performances) {
    const auto* sample = std::get_if<statistics::Sample>(&performance.observed);
    if (sample == nullptr || one.revision.empty()) continue;
    logic::Performance name = one;
    name.revision.clear();
    sets[std::move(name)].push_back(sample);
  }
  std::vector<statistics::Variation> all;
  for (const auto& [name, samples] : sets) {
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const auto one = statistics::variation_of_runs(
          {{{1, samples[i - 1]}, {-1, samples[i]}}, 0}, statistic);
      if (one) all.push_back(*one);
    }
  }
  return statistics::common_variation(all);
}

void share_variation(const GivenObservations& given, Suite& suite) {
  std::map<statistics::RunStatistic, std::optional<statistics::Variation>>
      known;
  for (SuiteFormula& formula : suite.formulas) {
    logic::DecisionSettings& deciding = formula.settings.deciding;
    if (deciding.interpretation != logic::Interpretation::kRunMeans) continue;
    const auto [found, is_new] = known.try_emplace(deciding.statistic);
    if (is_new) found->second = common_variation(given, deciding.statistic);
    deciding.common = found->second;
  }
}

}  // namespace

void decide_as_measured(Suite& suite, const Origin& origin) {
  const auto* given = std::get_if<GivenObservations>(&origin.source);
  if (given == nullptr) return;
  for (SuiteFormula& formula : suite.formulas) {
    const Settings& settings = formula.settings;
    const bool is_asked =
        settings.is_statistic_given || settings.is_interpretation_given;
    if (is_asked || formula.dimension != logic::Dimension::kTime) continue;
    decide_as_measured(*given, formula);
  }
  share_variation(*given, suite);
}

Evaluation& decide(Suite& suite, const Origin& origin, const Session& session) {
  if (origin.programs() != nullptr) {
    leave_unoptimised_open(suite, *origin.programs());
  }
  const LaidOut laid_out =
      lay_out(suite, origin, session.invocation.settings, session);
  const EvaluationInputs inputs = evaluation_inputs(origin, laid_out, session);
  InterimReports interim(suite, inputs, session);
  Evaluation& found = report_evaluation(
      suite, observations(suite, origin, laid_out, session, &interim), inputs,
      session.report);
  keep_findings(found.formulas, session);
  session.history.add_earlier_ratios(found.formulas);
  return found;
}

}  // namespace spl::runner
