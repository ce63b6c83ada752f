#include "runner/measuring/wanted_relations.hpp"

#include <algorithm>
#include <string>

#include "runner/measuring/family.hpp"
#include "runner/programs/metrics.hpp"
#include "runner/settings/single_calls.hpp"
#include "spl/logic/parts.hpp"

namespace spl::runner {
namespace {

/// The runs of a side at which the papers' interpretations look once, if no
/// number is asked for: more would only make a tenfold difference take longer.
constexpr std::size_t kRunsOfSingleLook = 30;

bool has_usual_single_look(const Settings& settings) {
  return !settings.runs && settings.max_runs == 0 &&
         settings.layouts.value_or(1) == 1 && !is_sequential(settings);
}

std::size_t max_runs(const Settings& settings) {
  return has_usual_single_look(settings) ? kRunsOfSingleLook
                                         : settings.max_runs;
}

/// Returns the observations that a run needs at least; 0 for no limit.
std::uint64_t least_observations(const logic::Relation& relation,
                                 const Settings& settings) {
  constexpr std::uint64_t kForVariance = 2;  // Definition 4.8.
  const bool is_parametric =
      settings.deciding.interpretation == logic::Interpretation::kParametric;
  return std::max(observations_needed(relation),
                  is_parametric ? kForVariance : 0);
}

Measuring measuring(const logic::Relation& relation, const Settings& settings) {
  return {settings.runs,
          max_runs(settings),
          settings.layouts.value_or(1),
          settings.budget,
          settings.observations,
          settings.warmup,
          settings.timeout,
          metrics(settings),
          is_about_single_calls(relation),
          least_observations(relation, settings)};
}

}  // namespace

std::vector<Wanted> wanted_relations(const Suite& suite) {
  std::vector<Wanted> result;
  std::size_t relations = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    relations += formula.relations.size();
  }
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      result.push_back(
          {&relation, measuring(relation, formula.settings),
           logic::first_look(relation, formula.settings.deciding)});
      result.back().measuring.setup_timeout = formula.settings.timeout;
      result.back().measuring.draws_heap =
          heap_place(formula.settings) == HeapPlace::kDrawn;
      result.back().measuring.share =
          formula.settings.budget_total / static_cast<std::int64_t>(relations);
    }
  }
  return result;
}

void report_single_looks(const Suite& suite, const Grouping& grouping,
                         const Surroundings& surroundings) {
  if (!surroundings.note) return;
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    std::size_t blocks = 0;
    for (std::size_t i = 0; i < formula.relations.size(); ++i, ++number) {
      const std::size_t group = grouping.group_of[number];
      if (group == kNoGroup) continue;
      blocks = std::max(blocks, grouping.groups[group].plan.blocks);
    }
    if (blocks < 2 || !has_usual_single_look(formula.settings)) continue;
    surroundings.note(warning_of(
        formula,
        std::string(to_text(formula.settings.deciding.interpretation)) +
            " looks once, after " + std::to_string(blocks) + " runs a side" +
            (blocks < kRunsOfSingleLook ? ", which the budget holds" : "")));
  }
}

}  // namespace spl::runner
