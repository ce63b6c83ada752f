#include "runner/session/deciding.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "runner/measuring/equal_builds.hpp"
#include "runner/session/interim_reports.hpp"
#include "runner/session/measuring.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

namespace spl::runner {
namespace {

/// Returns the number of runs, if they have several observations each; else 0.
std::size_t runs_with_calls(const GivenObservations& given,
                            const logic::Performance& performance) {
  const auto found = given.performances.find(performance);
  if (found == given.performances.end()) return 0;
  const auto* sample = std::get_if<statistics::Sample>(&found->second.observed);
  if (sample == nullptr) return 0;
  const auto& runs = sample->runs();
  const bool have_calls =
      std::all_of(runs.begin(), runs.end(),
                  [](const statistics::Run& run) { return run.size() > 1; });
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
