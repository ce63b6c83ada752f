#include "runner/measuring/observations.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "runner/measuring/budget.hpp"
#include "runner/measuring/family.hpp"
#include "runner/measuring/plan.hpp"
#include "runner/measuring/short_budget.hpp"
#include "runner/settings/single_calls.hpp"
#include "runner/system/number_text.hpp"
#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/statistic.hpp"

namespace spl::runner {
namespace {

logic::Levels levels_of(std::span<const PerformanceReport> reports) {
  logic::Levels result;
  for (const PerformanceReport& one : reports) {
    if (one.levels) result.emplace(one.performance, *one.levels);
  }
  return result;
}

PerformanceReport report_of(const logic::Performance& performance,
                            const GivenPerformance& given) {
  PerformanceReport report;
  report.performance = performance;
  report.levels = given.levels;
  report.costs = given.costs;
  if (const auto* failure = std::get_if<logic::Failure>(&given.observed)) {
    report.measured.failure = failure->reason;
    return report;
  }
  report.measured.observations =
      std::get<statistics::Sample>(given.observed).runs();
  if (!report.levels) report.levels = levels(report.measured.observations);
  return report;
}

/// Returns why observations say nothing about the relation, if they are means
/// of many calls and its statistic is not; else nothing.
std::string lack_of_calls(const logic::Relation& relation,
                          const logic::DecisionSettings& deciding,
                          const GivenObservations& given) {
  const bool is_mean = logic::asked(logic::settings_of(relation, deciding)) ==
                       logic::Statistic::kMean;
  for (const logic::Performance& one : performances_of(relation)) {
    const GivenPerformance& found = given.performances.at(one);
    if (is_about_single_calls(relation) && found.calls > 1) {
      return "an observation of " + to_text(one) + " is a mean of " +
             count_text(found.calls) +
             " calls, so quantiles of single calls are not in the data";
    }
    if (found.spread && !is_mean) {
      return "only mean and deviation of " + to_text(one) +
             " are in the data, so that nothing but means can be compared";
    }
  }
  return {};
}

/// Returns the runs of the relation's own performances; those of others are
/// looked at for no relation, however many a file has.
Basis chosen_basis(const logic::Relation& relation, const Settings& settings,
                   const GivenObservations& given,
                   const std::shared_ptr<const logic::Levels>& levels) {
  const double alpha = settings.deciding.alpha;
  if (relation.theta.terms().empty()) {
    return {nullptr, Stopped{Stop::kConstant, 0, alpha}};
  }
  auto evidence = std::make_shared<Evidence>();
  for (const logic::Performance& one : performances_of(relation)) {
    const GivenPerformance& found = given.performances.at(one);
    if (found.spread) {
      evidence->experiment.emplace(one, *found.spread);
    } else {
      evidence->experiment.emplace(one, found.observed);
    }
  }
  evidence->levels = levels;
  Basis result{std::move(evidence), Stopped{Stop::kData, 0, alpha}};
  result.failure = lack_of_calls(relation, settings.deciding, given);
  return result;
}

/// Returns whether the budget was used up before a first look, for blocks took
/// longer than the pilot's, or for that of all relations holds no blocks.
bool is_cut_short(const Group& group, const Stopped& stopped) {
  return stopped.why == Stop::kBudget && group.plan.blocks > 0 &&
         stopped.blocks < fewest_looked(group);
}

/// Warns of short budgets and of what they leave.
void warn_of_budgets(const Suite& suite, const Pilot& pilot,
                     const std::vector<Stopped>& stopped,
                     Observations& observations) {
  if (suite.formulas.empty()) return;
  TotalShortage total(suite.formulas.front().settings.budget_total);
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    bool is_told = false;
    for (std::size_t i = 0; i < formula.relations.size(); ++i, ++number) {
      const std::size_t of = pilot.grouping.group_of[number];
      if (of == kNoGroup || is_told) continue;
      const Group& group = pilot.grouping.groups[of];
      const GroupResult& result = pilot.results[of];
      std::string text;
      if (!pilot.shortages[of].text.empty()) {
        // Without blocks the cause is the relation's own reason.
        text = result.blocks > 0 ? to_text(pilot.shortages[of])
                                 : pilot.shortages[of].text;
      } else if (!is_cut_short(group, stopped[number]) ||
                 total.takes(group, result) || result.blocks == 0) {
        continue;
      } else {
        RunCosts costs;  // A pilot's few starts may have waited.
        add_run_costs({result}, costs);
        Shortage shortage =
            short_budget(group, result.blocks,
                         {seconds_of_block(result), group.plan.link_seconds,
                          result.pilot_seconds});
        shortage.cause = slow_start_text(group, costs);
        text = to_text(shortage);
      }
      is_told = true;
      observations.warnings.push_back(warning_of(formula, text));
    }
  }
  std::string text = total.text(pilot.results);
  if (!text.empty()) observations.warnings.emplace_back(std::move(text));
}

std::shared_ptr<Evidence> evidence_of(const logic::Relation& relation,
                                      const GroupResult& result,
                                      std::size_t blocks) {
  auto evidence = std::make_shared<Evidence>();
  evidence->experiment = experiment(relation, result, blocks);
  evidence->calls = fewest_calls(relation, result, blocks);
  evidence->are_processes = result.are_processes;
  return evidence;
}

Basis basis_of(const logic::Relation& relation, const GroupResult& result,
               const Stopped& stopped, const Settings& settings,
               std::size_t fixed) {
  auto evidence = evidence_of(relation, result, stopped.blocks);
  Basis basis{nullptr, stopped};
  if (stopped.blocks_of_ratio > 0) {
    basis.of_ratio = evidence_of(relation, result, stopped.blocks_of_ratio);
  }
  if (result.blocks > 0) basis.block_seconds = seconds_of_block(result);
  basis.followed = followed(relation, result, stopped.blocks);
  // A run that fails after the blocks that decide takes nothing away from them.
  if (stopped.why == Stop::kFailed) {
    basis.failure = failure_of(relation, result);
  }
  for (const logic::Performance& one : performances_of(relation)) {
    const auto found = result.performances.find(one);
    basis.heap_in_one_layout |= found != result.performances.end() &&
                                !found->second.heap_problem.empty();
  }
  const std::size_t layouts = std::min(fixed, stopped.blocks);
  if (layouts > 1) {
    const auto statistic = settings.deciding.statistic;
    evidence->experiment = logic::compared_runs(
        relation, std::move(evidence->experiment), settings.deciding);
    basis.layouts = layouts;
    basis.layout =
        layout_effect(relation, evidence->experiment, layouts, statistic);
    if (basis.layout && settings.builds) {
      basis.layout->unit = LayoutUnit::kBuilds;
    }
    if (basis.layout && basis.layout->fraction) {
      basis.layout->needed =
          layouts_to_find(resolution_of(settings.deciding, settings),
                          *basis.layout->fraction, settings.deciding.alpha);
    }
    evidence->plain = by_layouts(evidence->experiment, layouts,
                                 statistics::RunStatistic::kMean);
    evidence->experiment = by_layouts(evidence->experiment, layouts, statistic);
  }
  basis.evidence = std::move(evidence);
  return basis;
}

}  // namespace

void add_bases(const Suite& suite, const Pilot& pilot,
               const std::vector<Stopped>& stopped,
               const std::vector<bool>& known, Observations& observations) {
  const Grouping& grouping = pilot.grouping;
  const std::vector<GroupResult>& results = pilot.results;
  for (const SuiteFormula& formula : suite.formulas) {
    std::set<std::size_t> groups;
    for (const logic::Relation& relation : formula.relations) {
      const std::size_t number = observations.bases.size();
      const std::size_t of = grouping.group_of[number];
      const bool is_known = !known.empty() && known[number];
      if (of != kNoGroup) groups.insert(of);
      if (of == kNoGroup || is_known) {
        observations.bases.push_back({nullptr, stopped[number]});
        continue;
      }
      observations.bases.push_back(
          basis_of(relation, results[of], stopped[number],
                   settings_of(relation, formula.settings),
                   grouping.groups[of].plan.layouts));
      observations.bases.back().planned = grouping.groups[of].plan.blocks;
      observations.bases.back().lacking_budget = pilot.shortages[of].budget;
      observations.bases.back().slow_start = pilot.shortages[of].cause;
    }
    double seconds = 0;
    for (const std::size_t one : groups) {
      seconds += spent(results[one]);
    }
    observations.seconds.push_back(seconds);
  }
}

namespace {

/// Returns whether looks at the observations may have ended the group.
bool has_looks(const Suite& suite, const Grouping& grouping, std::size_t of) {
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& one : formula.relations) {
      if (grouping.group_of[number++] != of) continue;
      const LookRule rule =
          look_rule(one, formula.settings, formula.settings.deciding.alpha,
                    grouping.groups[of].plan.layouts);
      if (rule.is_sequential) return true;
    }
  }
  return false;
}

/// Returns how the blocks of a group were planned.
GroupFacts facts_of(const Suite& suite, const Pilot& pilot, std::size_t of) {
  const Group& group = pilot.grouping.groups[of];
  return {of,
          group.plan.blocks,
          group.plan.is_counted,
          has_looks(suite, pilot.grouping, of),
          group.plan.layouts,
          is_of_one_layout(group, pilot.results[of]),
          group.measuring.are_processes};
}

/// The rule that stops the measurement, with an onlooker. What it looks at has
/// been kept.
class WatchedLooks : public StoppingRule {
 public:
  WatchedLooks(const Suite& suite, const Pilot& pilot, const KeepRuns& keep,
               SequentialStopping& looks, Onlooker* onlooker)
      : suite_(suite),
        pilot_(pilot),
        keep_(keep),
        looks_(looks),
        onlooker_(onlooker) {}

  /// Keeps what no look has seen: the blocks of a pilot, if they decide.
  void keep_all() {
    for (std::size_t i = 0; i < pilot_.results.size(); ++i) {
      keep(pilot_.grouping.groups[i], pilot_.results[i]);
    }
  }

  [[nodiscard]] bool needs_more(
      const logic::Relation& relation) const override {
    return looks_.needs_more(relation);
  }

  [[nodiscard]] double seconds_left(
      const std::vector<GroupResult>& results) const override {
    return looks_.seconds_left(results);
  }

  void look(const Group& group, const GroupResult& result) override {
    keep(group, result);
    looks_.look(group, result);
    report();
  }

  [[nodiscard]] std::uint64_t long_observations(
      const logic::Relation& relation) const override {
    return looks_.long_observations(relation);
  }

  void look_at_long_runs(const Group& group,
                         const GroupResult& result) override {
    keep(group, result);
    looks_.look_at_long_runs(group, result);
    report();
  }

 private:
  void keep(const Group& group, const GroupResult& result) {
    if (!keep_) return;
    const auto number =
        static_cast<std::size_t>(&group - pilot_.grouping.groups.data());
    auto known = facts_.find(number);
    if (known == facts_.end()) {
      known = facts_.emplace(number, facts_of(suite_, pilot_, number)).first;
    }
    keep_(known->second, group, result);
  }

  void report() {
    if (onlooker_ == nullptr) return;
    onlooker_->look(looks_.ended(), [&](const std::vector<bool>& known) {
      Observations observations;
      add_bases(suite_, pilot_, looks_.so_far(), known, observations);
      return observations;
    });
  }

  const Suite& suite_;
  const Pilot& pilot_;
  const KeepRuns& keep_;
  std::map<std::size_t, GroupFacts> facts_;  ///< Facts of groups, by number.
  SequentialStopping& looks_;
  Onlooker* onlooker_;
};

/// Returns the observations of a suite whose pilot was interrupted.
Observations without_blocks(const Suite& suite, Stop why) {
  Observations result;
  const std::vector<double> alphas = shared_alphas(suite);
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const double alpha = alphas[result.bases.size()];
      if (relation.theta.terms().empty()) {
        result.bases.push_back({nullptr, {Stop::kConstant, 0, alpha}});
      } else {
        result.bases.push_back({std::make_shared<Evidence>(), {why, 0, alpha}});
      }
    }
    result.seconds.push_back(0);
  }
  return result;
}

/// Reports what was measured of one performance, and how.
PerformanceReport report_of(const logic::Performance& performance,
                            Measured measured, const Group& group,
                            const ProgramCatalogue& programs) {
  PerformanceReport report;
  report.performance = performance;
  const std::size_t layouts = group.plan.layouts;
  if (layouts > 1) {
    report.levels = layout_levels(measured.observations, layouts);
  }
  report.measured = std::move(measured);
  report.build = programs.program_of(performance).build;
  report.metric = group.measuring.metrics.front();
  return report;
}

/// Runs are moved, for they are large.
std::vector<PerformanceReport> reports_of(const Suite& suite, Pilot pilot,
                                          const ProgramCatalogue& programs) {
  const std::vector<Group>& groups = pilot.grouping.groups;
  std::vector<PerformanceReport> reports;
  std::size_t performances = 0;
  for (const GroupResult& one : pilot.results) {
    performances += one.performances.size();
  }
  reports.reserve(performances);
  RunCosts costs;
  add_run_costs(pilot.results, costs);
  for (std::size_t i = 0; i < pilot.results.size(); ++i) {
    GroupResult& result = pilot.results[i];
    const GroupFacts facts = facts_of(suite, pilot, i);
    for (auto& [performance, measured] : result.performances) {
      reports.push_back(
          report_of(performance, std::move(measured), groups[i], programs));
      reports.back().group = facts;
      const auto known = costs.find(performance);
      if (known == costs.end()) continue;
      reports.back().costs = level_costs(
          known->second, reports.back().measured.layout_seconds, facts.layouts);
    }
  }
  return reports;
}

/// `group_of` names the group of each relation, and `groups` that of each
/// report; without groups all relations share their runs.
void add_relations(const Suite& suite, const std::vector<std::size_t>& group_of,
                   const std::vector<std::size_t>& groups,
                   std::vector<PerformanceReport>& reports) {
  std::multimap<logic::Performance, std::size_t> places;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    places.emplace(reports[i].performance, i);
  }
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      for (const logic::Performance& one : performances_of(relation)) {
        const auto [first, last] = places.equal_range(one);
        for (auto at = first; at != last; ++at) {
          const bool has_runs =
              groups.empty() || groups[at->second] == group_of[number];
          if (has_runs) reports[at->second].relations.push_back(number);
        }
      }
      ++number;
    }
  }
}

/// Returns the number of the group of each report of reports_of().
std::vector<std::size_t> groups_of_reports(
    const std::vector<GroupResult>& results) {
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < results.size(); ++i) {
    groups.insert(groups.end(), results[i].performances.size(), i);
  }
  return groups;
}

}  // namespace

std::optional<statistics::Hierarchy> levels(const statistics::Runs& runs) {
  if (runs.empty()) return std::nullopt;
  std::vector<double> values;
  for (const auto& run : runs) {
    if (run.size() != runs.front().size()) return std::nullopt;
    values.insert(values.end(), run.begin(), run.end());
  }
  return statistics::Hierarchy({runs.front().size(), runs.size()},
                               std::move(values));
}

logic::Levels levels_of(const logic::Experiment& experiment) {
  logic::Levels result;
  for (const auto& [performance, observed] : experiment) {
    const auto* sample = std::get_if<statistics::Sample>(&observed);
    if (sample == nullptr) continue;
    if (auto found = levels(sample->runs())) {
      result.emplace(performance, std::move(*found));
    }
  }
  return result;
}

namespace {

Quota least_quota(const std::vector<HostRecord>& hosts) {
  Quota least;
  for (const HostRecord& one : hosts) {
    least.granted = std::min(least.granted, one.facts.quota.value_or(1));
    least.processors =
        std::max(least.processors,
                 static_cast<double>(one.facts.processors.value_or(1)));
  }
  return least;
}

/// Plans the blocks of a first look where the budget is to end them.
void plan_to_end_of_budget(Pilot& pilot) {
  for (std::size_t i = 0; i < pilot.grouping.groups.size(); ++i) {
    Group& group = pilot.grouping.groups[i];
    if (!is_ended_by_budget(group)) continue;
    group.plan.blocks = fewest_looked(group);
    pilot.shortages[i] = {{}, pilot.shortages[i].budget};
  }
}

}  // namespace

Observations measured_observations(const Suite& suite,
                                   const ProgramCatalogue& programs,
                                   std::uint64_t seed,
                                   const Surroundings& surroundings,
                                   Onlooker* onlooker) {
  if (surroundings.outlasts_interruption) {
    surroundings.launcher.outlast_interruption();
  }
  if (onlooker != nullptr) {
    onlooker->look(0, [&](const std::vector<bool>&) {
      return without_blocks(suite, Stop::kOpen);
    });
  }
  std::optional<Pilot> made;
  try {
    made = piloted(suite, programs, seed, surroundings);
  } catch (const Interrupted&) {
    return without_blocks(suite, Stop::kInterrupted);
  }
  Pilot& pilot = *made;
  plan_to_end_of_budget(pilot);
  SequentialStopping looks(suite, pilot.grouping, shared_alphas(suite));
  looks.know_quota(least_quota(surroundings.launcher.hosts()));
  looks.look_at_pilot(pilot.grouping, pilot.results);
  WatchedLooks rule(suite, pilot, surroundings.keep, looks, onlooker);
  try {
    measure(pilot.grouping.groups, {program_of(programs), seed}, surroundings,
            rule, pilot.results);
  } catch (const Interrupted&) {
    looks.interrupt();
  }
  rule.keep_all();
  Observations observations;
  add_bases(suite, pilot, looks.stopped(), {}, observations);
  warn_of_budgets(suite, pilot, looks.stopped(), observations);
  const std::vector<std::size_t> groups = groups_of_reports(pilot.results);
  const std::vector<std::size_t> group_of = pilot.grouping.group_of;
  observations.performances = reports_of(suite, std::move(pilot), programs);
  add_relations(suite, group_of, groups, observations.performances);
  return observations;
}

Observations chosen_observations(const Suite& suite,
                                 const GivenObservations& given) {
  Observations result;
  result.history = given.history;
  const auto levels = std::make_shared<logic::Levels>();
  std::set<logic::Performance> all;
  for (const SuiteFormula& formula : suite.formulas) {
    result.seconds.push_back(0);
    for (const logic::Relation& relation : formula.relations) {
      result.bases.push_back(
          chosen_basis(relation, formula.settings, given, levels));
      if (relation.theta.terms().empty()) continue;
      all.merge(performances_of(relation));
    }
  }
  for (const logic::Performance& one : all) {
    result.performances.push_back(report_of(one, given.performances.at(one)));
  }
  *levels = levels_of(result.performances);
  for (const logic::Performance& one : all) {
    const auto& spread = given.performances.at(one).spread;
    if (!spread) continue;
    if (const auto found = runner::levels(spread->runs())) {
      levels->insert_or_assign(one, *found);
    }
  }
  add_relations(suite, {}, {}, result.performances);
  return result;
}

}  // namespace spl::runner
