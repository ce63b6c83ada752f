#include "runner/commands/plan/planning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "parser/print.hpp"
#include "runner/layouts/layout_levels.hpp"
#include "runner/measuring/budget.hpp"
#include "runner/measuring/family.hpp"
#include "runner/measuring/observations.hpp"
#include "runner/measuring/plan.hpp"
#include "runner/measuring/reported_blocks.hpp"
#include "runner/measuring/short_budget.hpp"
#include "runner/settings/single_calls.hpp"
#include "spl/logic/parts.hpp"
#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/statistic.hpp"
#include "spl/statistics/distributions.hpp"
#include "spl/statistics/sequential/detectable_change.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

/// The most blocks that are made, unless two of each fixed layout are more.
constexpr std::size_t kMostBlocksMade = 10;

std::optional<double> optimum(
    const std::vector<std::optional<double>>& variances,
    const std::vector<double>& costs) {
  std::vector<double> known;
  for (const std::optional<double>& one : variances) {
    if (!one || *one <= 0) return std::nullopt;
    known.push_back(*one);
  }
  if (costs.empty()) return std::nullopt;
  return std::ceil(statistics::optimum_counts(known, costs).front());
}

PlannedPerformance planned_performance(const Performance& one,
                                       const Measured& measured,
                                       const Plan& plan,
                                       const RunCosts& costs) {
  PlannedPerformance result;
  result.performance = one;
  result.failure = measured.failure;
  result.observations = plan.observations.at(one);
  const auto all = levels(measured.observations);
  if (!measured.failure.empty() || !all) return result;
  result.cost = costs.at(one);
  result.layout_seconds = measured.layout_seconds;
  result.components = statistics::variance_components(*all);
  const std::vector<double> of_run = level_costs(
      result.cost, plan.layouts == 1 ? result.layout_seconds : 0, 1);
  result.optimum = optimum(result.components.components, of_run);
  result.optimum_2005 = optimum(result.components.observed, of_run);
  return result;
}

/// A relation, and its last look.
struct LastLook {
  const logic::Relation& relation;
  const GroupResult& result;
  const Plan& plan;
  const RunCosts& costs;
  LookLevel level;
};

std::size_t units_of(const Plan& plan) {
  return plan.layouts > 1 ? std::min(plan.layouts, plan.blocks) : plan.blocks;
}

/// Returns the standard deviation of the contrasts of units in the blocks that
/// were made, as a fraction of the right side; absent if that has no size.
/// Fixed layouts are the sample; the few blocks of each that were made leave
/// their means as uncertain as those of the experiment, or more.
std::optional<double> deviation(const LastLook& look,
                                logic::DecisionSettings how) {
  const logic::Relation& relation = look.relation;
  logic::Experiment seen =
      experiment(relation, look.result, look.result.blocks);
  std::size_t made = look.result.blocks;
  if (look.plan.layouts > 1) {
    seen = by_layouts(logic::compared_runs(relation, std::move(seen), how),
                      look.plan.layouts, how.statistic);
    how.quantile.reset();
    how.statistic = statistics::RunStatistic::kMean;
    made = std::min(made, look.plan.layouts);
  }
  how.alpha = look.level.level;
  const auto found = logic::decide(relation, seen, how);
  const statistics::TestResult* test = logic::deciding_test(found);
  if (test == nullptr || !found.detectable) return std::nullopt;
  const double change = *statistics::detectable_change(*test);
  if (change == 0) return std::nullopt;  // Nothing varied.
  return *statistics::standard_error(*test) *
         std::sqrt(static_cast<double>(made)) * *found.detectable / change;
}

/// Returns the calls of a run that count.
double calls_of_run(const Performance& performance, const LastLook& look) {
  const auto calls = look.plan.calls.find(performance);
  const double iterations = calls == look.plan.calls.end()
                                ? look.costs.at(performance).iterations
                                : static_cast<double>(calls->second.iterations);
  return static_cast<double>(look.plan.observations.at(performance)) *
         std::max(1.0, iterations);
}

PlannedPart part(double deviation, const Plan& plan, double level) {
  return {level,
          statistics::detectable_change(deviation, units_of(plan), level)};
}

void plan_precision(double deviation, const LastLook& look,
                    PlannedRelation& result) {
  const auto units = static_cast<double>(units_of(look.plan));
  result.half_width =
      statistics::student_quantile(look.level.level, units - 1) * deviation /
      std::sqrt(units);
  if (look.plan.layouts > 1) return;  // More blocks are no more layouts.
  const double times = *result.half_width / result.precision;
  // As a count, at most about the largest.
  result.blocks_for_precision = static_cast<std::size_t>(
      std::min(std::ceil(units * times * times), 9e18));
}

void plan_parts(const LastLook& look, const logic::DecisionSettings& how,
                PlannedRelation& result) {
  const auto typical = deviation(look, how);
  if (typical) {
    result.typical_calls = part(*typical, look.plan, look.level.level);
    plan_precision(*typical, look, result);
  }
  if (!logic::are_parts_asked(look.relation, how)) return;
  auto plain = how;
  plain.statistic = statistics::RunStatistic::kMean;
  const auto all = deviation(look, plain);
  const double level = look.level.parts.all_runs;
  if (all && level > 0) result.all_calls = part(*all, look.plan, level);
  if (how.shares->typical_calls == 0) result.typical_calls.reset();
  double fewest = std::numeric_limits<double>::infinity();
  for (const Performance& one : performances_of(look.relation)) {
    fewest = std::min(fewest, calls_of_run(one, look));
  }
  result.unseen = {statistics::seen_one_in(units_of(look.plan)),
                   statistics::seen_one_in(static_cast<std::size_t>(
                       static_cast<double>(look.plan.blocks) * fewest))};
}

PlannedRelation relation(const SuiteFormula& formula,
                         const logic::Relation& relation, double level) {
  PlannedRelation result;
  result.label = formula.label;
  result.file = formula.file;
  result.line = formula.line;
  result.text = parser::to_text(relation);
  result.level = level;
  const Settings& settings = formula.settings;
  result.precision = settings.precision > 0
                         ? settings.precision
                         : resolution_of(settings.deciding, settings) / 2;
  return result;
}

/// Returns the mean time that links take of a block.
double links_of_block(const Plan& plan) {
  if (plan.layouts == 1 || plan.blocks == 0) return plan.link_seconds;
  return plan.link_seconds *
         static_cast<double>(std::min(plan.layouts, plan.blocks)) /
         static_cast<double>(plan.blocks);
}

/// Adds what a group of the pilot says of one of its relations.
void plan_in_group(const SuiteFormula& formula, const logic::Relation& one,
                   std::size_t of, const Pilot& pilot,
                   PlannedRelation& result) {
  const Group& group = pilot.grouping.groups[of];
  const Plan& plan = group.plan;
  result.sharing = group.relations.size();
  result.blocks = plan.blocks;
  result.link_seconds = links_of_block(plan);
  result.block_seconds = block_seconds(plan, pilot.costs) - plan.link_seconds +
                         result.link_seconds;
  result.seconds = planned_seconds(plan, pilot.costs);
  result.pilot_seconds = pilot.results[of].pilot_seconds;
  result.failure = failure_of(one, pilot.results[of]);
  if (!result.failure.empty()) return;
  if (plan.blocks > 0) {
    const LookRule looks =
        look_rule(one, formula.settings, result.level, plan.layouts);
    plan_parts({one, pilot.results[of], plan, pilot.costs,
                look_plan(plan.blocks, looks).levels.back()},
               logic::settings_of(one, formula.settings.deciding), result);
  }
  result.shortage = lack_of_observations(one, formula.settings);
  if (result.shortage.empty()) result.shortage = to_text(pilot.shortages[of]);
}

/// Plans all relations but those of constants.
std::vector<PlannedRelation> planned_relations(const Suite& suite,
                                               const Pilot& pilot) {
  std::vector<PlannedRelation> all;
  const std::vector<double> levels = shared_alphas(suite);
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& one : formula.relations) {
      const std::size_t of = pilot.grouping.group_of[number];
      PlannedRelation result = relation(formula, one, levels[number]);
      ++number;
      if (of != kNoGroup) {
        plan_in_group(formula, one, of, pilot, result);
      } else if (one.identity.empty()) {
        continue;
      } else {
        result.shortage = "nothing to measure: " + one.identity;
      }
      all.push_back(std::move(result));
    }
  }
  return all;
}

/// The levels of a performance that shares fixed layouts with others.
struct LaidOutLevels {
  statistics::Hierarchy levels;
  PlannedPerformance performance;
};

/// Plans by the levels of all performances that have fixed layouts.
std::vector<PlannedLevels> levels_planned(const std::vector<LaidOutLevels>& all,
                                          LayoutUnit unit,
                                          const Settings& settings) {
  LevelCounts counts;
  for (const LaidOutLevels& one : all) {
    counts[one.performance.performance] = one.levels.level_count();
  }
  std::vector<PlannedLevels> result;
  for (const auto& [levels, performance] : all) {
    const RunCost& cost = performance.cost;
    const auto costs =
        level_costs(cost, performance.layout_seconds, levels.count(3));
    PlannedLevels one =
        plan_levels(levels, costs, sharing_of(performance.performance, counts),
                    wanted_precision(settings));
    one.performance = performance.performance;
    one.third = unit;
    one.observation_seconds = cost.observation;
    one.lack_of_costs = std::string("the time of a ") +
                        (unit == LayoutUnit::kLinks ? "link" : "build") +
                        " is not known";
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

Planning planned(const Suite& suite, const Pilot& pilot, LayoutUnit unit) {
  Planning planning;
  planning.layouts = unit;
  std::vector<LaidOutLevels> laid_out;
  planning.relations = planned_relations(suite, pilot);
  for (std::size_t i = 0; i < pilot.results.size(); ++i) {
    const Plan& plan = pilot.grouping.groups[i].plan;
    planning.seconds +=
        pilot.results[i].pilot_seconds + planned_seconds(plan, pilot.costs);
    for (const auto& [one, measured] : pilot.results[i].performances) {
      planning.performances.push_back(
          planned_performance(one, measured, plan, pilot.costs));
      if (plan.layouts == 1 || !measured.failure.empty()) continue;
      auto levels = layout_levels(measured.observations, plan.layouts);
      if (!levels) continue;
      laid_out.push_back({std::move(*levels), planning.performances.back()});
    }
  }
  if (!laid_out.empty()) {
    planning.levels =
        levels_planned(laid_out, unit, suite.formulas.front().settings);
  }
  return planning;
}

Planning plan_experiment(const Suite& suite, const ProgramCatalogue& programs,
                         std::uint64_t seed, const Surroundings& surroundings) {
  Pilot pilot = piloted(suite, programs, seed, surroundings);
  for (std::size_t i = 0; i < pilot.results.size(); ++i) {
    if (pilot.grouping.groups[i].plan.blocks > 0) continue;
    // The shortage says what its runs were.
    std::erase_if(pilot.results[i].performances,
                  [](const auto& one) { return one.second.failure.empty(); });
  }
  std::vector<Group> made = pilot.grouping.groups;
  for (Group& one : made) {
    const std::size_t most = std::max(kMostBlocksMade, 2 * one.plan.layouts);
    one.plan.blocks =
        spread_over(one.plan.layouts, std::min(one.plan.blocks, most));
  }
  StoppingRule rule;
  measure(made, {program_of(programs), seed}, surroundings, rule,
          pilot.results);
  // There is no pilot if runs and observations are both given.
  RunCosts without_pilot;
  add_run_costs(pilot.results, without_pilot);
  pilot.costs.merge(without_pilot);

  const bool has_builds =
      !suite.formulas.empty() && suite.formulas.front().settings.builds;
  return planned(suite, pilot,
                 has_builds ? LayoutUnit::kBuilds : LayoutUnit::kLinks);
}

Planning plan_by_report(const Suite& suite, const GivenObservations& given) {
  Pilot pilot = reported_pilot(suite, given);
  for (std::size_t i = 0; i < pilot.results.size(); ++i) {
    Group& group = pilot.grouping.groups[i];
    group.plan = plan(group, pilot.costs);
    if (!is_short_of_time(group)) continue;
    pilot.shortages[i] =
        short_budget(group, group.plan.blocks,
                     {block_seconds(group.plan, pilot.costs), 0, 0});
  }
  Planning result = planned(
      suite, pilot,
      given.are_layouts_builds ? LayoutUnit::kBuilds : LayoutUnit::kLinks);
  std::set<Performance> known;
  std::erase_if(result.performances, [&](const PlannedPerformance& one) {
    return !known.insert(one.performance).second;
  });
  known.clear();
  std::erase_if(result.levels, [&](const PlannedLevels& one) {
    return !known.insert(one.performance).second;
  });
  return result;
}

}  // namespace spl::runner
