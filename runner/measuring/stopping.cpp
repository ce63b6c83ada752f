#include "runner/measuring/stopping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

#include "runner/measuring/budget.hpp"
#include "runner/measuring/plan.hpp"
#include "runner/settings/single_calls.hpp"
#include "spl/logic/look.hpp"
#include "spl/logic/parts.hpp"
#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/statistic.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

namespace spl::runner {
namespace {

using logic::Relation;
using logic::Verdict;

/// Returns whether that many blocks are an experiment: at least two, and
/// equally many of each layout unless most have none.
bool is_whole(std::size_t blocks, std::size_t layouts) {
  return blocks >= 2 && (blocks < layouts || blocks % layouts == 0);
}

/// Returns the blocks of a relation that were made before its performance
/// failed.
std::size_t blocks_before_failure(const Relation& relation,
                                  const GroupResult& result) {
  std::size_t fewest = result.blocks;
  for (const logic::Performance& one : performances_of(relation)) {
    const auto found = result.performances.find(one);
    fewest = std::min(fewest, found == result.performances.end()
                                  ? 0
                                  : found->second.observations.size());
  }
  return fewest;
}

statistics::LookSettings look_settings(const LookRule& rule,
                                       const Settings& settings,
                                       const LookLevel& level) {
  return {level.parts,
          rule.alpha,
          *rule.shares,
          {settings.resolution, settings.mean_resolution}};
}

/// Adds the blocks of the ratio; those that decide stay the same.
Stopped with_ratio_of(Stopped decided, std::size_t blocks,
                      const LookLevel& level) {
  if (blocks > decided.blocks) {
    decided.blocks_of_ratio = blocks;
    decided.level_of_ratio = level;
  }
  return decided;
}

/// The time of all relations together; 0: no limit.
double total_seconds(const Suite& suite) {
  if (suite.formulas.empty()) return 0;
  return std::chrono::duration<double>(
             suite.formulas.front().settings.budget_total)
      .count();
}

/// Returns runs whose calls all took so many times as long.
logic::Experiment slowed(const logic::Experiment& experiment, double factor) {
  logic::Experiment result;
  for (const auto& [performance, observed] : experiment) {
    const auto* sample = std::get_if<statistics::Sample>(&observed);
    if (sample == nullptr) continue;
    statistics::Runs runs;
    for (const statistics::Run& run : sample->runs()) {
      std::vector<double> longer(run.begin(), run.end());
      for (double& one : longer) one *= factor;
      runs.emplace_back(std::move(longer));
    }
    result.emplace(performance, statistics::Sample(std::move(runs)));
  }
  return result;
}

}  // namespace

SequentialStopping::SequentialStopping(const Suite& suite,
                                       const Grouping& grouping,
                                       const std::vector<double>& alphas)
    : suite_(suite),
      total_(total_seconds(suite)),
      of_formula_(suite.formulas.size()) {
  for (std::size_t i = 0; i < suite.formulas.size(); ++i) {
    for (const Relation& relation : suite.formulas[i].relations) {
      const std::size_t number = watched_.size();
      const std::size_t group = grouping.group_of[number];
      of_formula_[i].push_back(number);
      number_of_[&relation] = number;
      watched_.push_back(
          watched(relation, i,
                  group == kNoGroup ? nullptr : &grouping.groups[group].plan,
                  alphas[number]));
    }
    close_if_decided(i);  // Constants may decide it.
  }
}

/// Sets up a relation; `plan` is null if it is not measured.
SequentialStopping::Watched SequentialStopping::watched(
    const Relation& relation, std::size_t formula, const Plan* plan,
    double alpha) {
  const Settings& settings = suite_.formulas[formula].settings;
  Watched result{
      &relation,
      formula,
      logic::settings_of(relation, settings.deciding),
      look_rule(relation, settings, alpha, plan == nullptr ? 1 : plan->layouts),
      {},
      {},
      {},
      Verdict::kUndecided,
      0,
      Verdict::kUndecided,
      0,
      {alpha}};
  if (!relation.unfit.empty()) {
    result.stopped = Stopped{Stop::kUnoptimised, 0, alpha};
    return result;
  }
  if (plan == nullptr) {
    result.stopped =
        Stopped{relation.identity.empty() ? Stop::kConstant : Stop::kIdentical,
                0, alpha};
    result.verdict = logic::decide(relation, {}, settings.deciding).verdict;
    return result;
  }
  if (!lack_of_observations(relation, settings).empty()) {
    result.stopped = Stopped{Stop::kObservations, 0, alpha};
    return result;
  }
  result.layouts = plan->layouts;
  // Levels take long to compute, and most relations share them.
  LookPlan& known = plans_[{plan->blocks, result.rule}];
  if (known.blocks.empty()) known = look_plan(plan->blocks, result.rule);
  result.plan = known;
  return result;
}

bool SequentialStopping::needs_more(const Relation& relation) const {
  return !watched_[number_of_.at(&relation)].stopped;
}

bool SequentialStopping::is_open(const Group& group) const {
  return std::ranges::any_of(
      group.relations, [&](const Relation* one) { return needs_more(*one); });
}

bool SequentialStopping::is_time_over(const Group& group,
                                      const GroupResult& result) const {
  return is_over_budget(group, result) || total_.is_used_up();
}

void SequentialStopping::look(const Group& group, const GroupResult& result) {
  total_.add(group, result, is_open(group));
  for (const Relation* relation : group.relations) {
    Watched& watched = watched_[number_of_.at(relation)];
    if (!watched.stopped) look(watched, group, result);
  }
  total_.add(group, result, is_open(group));
}

void SequentialStopping::look_at_last(const Relation& relation,
                                      const Group& group,
                                      const GroupResult& result) {
  Watched& watched = watched_[number_of_.at(&relation)];
  if (!watched.stopped) look_or_end(watched, group, result, Stop::kReport);
}

void SequentialStopping::look(Watched& watched, const Group& group,
                              const GroupResult& result) {
  look_or_end(watched, group, result, std::nullopt);
}

void SequentialStopping::look_or_end(Watched& watched, const Group& group,
                                     const GroupResult& result,
                                     std::optional<Stop> given_end) {
  const std::size_t blocks = result.blocks;
  watched.seen = blocks;
  if (!failure_of(*watched.relation, result).empty()) {
    // An earlier finding stays.
    if (!watched.decided) watched.verdict = Verdict::kError;
    watched.seen = blocks_before_failure(*watched.relation, result);
    const Stopped end = ended_here(watched, Stop::kFailed);
    return stop(watched, end.why, end.blocks, {end.level, end.parts});
  }
  if (is_of_one_layout(group, result)) {
    return look_once_at_one_layout(watched, group, result,
                                   given_end.has_value());
  }
  const LookPlan& plan = watched.plan;
  const auto& counts = plan.blocks;
  const auto found = std::ranges::find(counts, blocks);
  const bool is_planned = found != counts.end();
  const bool is_over =
      given_end || blocks > result.linked ||
      (is_whole(blocks, group.plan.layouts) && is_time_over(group, result));
  if (look_for_constants(watched, result)) return;
  if (!is_planned && !is_over) return;
  const LookLevel level =
      is_planned ? plan.levels[static_cast<std::size_t>(found - counts.begin())]
                 : level_of_early_end(plan, blocks, watched.rule);
  const bool is_complete = blocks == counts.back();
  const bool is_last =
      is_over || is_complete ||
      (is_planned && total_.ends_at_look(group, *std::next(found)));
  const Stop at_last = is_complete && group.plan.is_counted
                           ? Stop::kRuns
                           : given_end.value_or(Stop::kBudget);
  // The family sets the level of a single look in the end.
  if (!watched.rule.is_sequential) {
    const Seen look = seen(watched, result, level,
                           suite_.formulas[watched.formula].settings, is_last);
    watched.found = logic::verdict(look.strength);
    watched.mean = look.mean;
    watched.finding = look.finding;
    watched.decided = Stopped{at_last, blocks, level.level, level.parts};
    watched.decided->is_last = is_last;
    if (!doubt_calls(watched, group, result)) watched.stopped = watched.decided;
    return close_if_decided(watched.formula);
  }

  look_in_sequence(watched, group, result, {level, is_last, at_last});
}

void SequentialStopping::look_in_sequence(Watched& watched, const Group& group,
                                          const GroupResult& result,
                                          const LookEnd& end) {
  const LookLevel& level = end.level;
  watched.last_level = level;
  // A decided relation is looked at for its ratio only.
  const Settings& settings = suite_.formulas[watched.formula].settings;
  const Seen look = seen(watched, result, level, settings, end.is_last);
  watched.half_width = look.half_width;
  if (!watched.decided) {
    const bool may_hide = !look.is_found() && !look.rules_out_change &&
                          rules_out_more(watched, result, end);
    const bool is_settled =
        look.is_found() || look.rules_out_change || may_hide;
    if (!is_settled && !end.is_last) {
      const bool is_asked = watched.rule.shares && !known_late_calls_ &&
                            result.blocks >= statistics::kFewestUnits &&
                            long_pairs(*watched.relation, result) == 0;
      if (is_asked) ask_for_long_runs(watched, group, result);
      return;
    }
    watched.found = logic::verdict(look.strength);
    watched.mean = look.mean;
    watched.finding = look.finding;
    const Stop why = look.is_found()         ? Stop::kDecided
                     : look.rules_out_change ? Stop::kResolution
                     : may_hide              ? Stop::kMayHide
                                             : end.at_last;
    watched.decided = Stopped{why, result.blocks, level.level, level.parts};
    watched.decided->is_last = end.is_last;
    if (doubt_calls(watched, group, result)) return;
    if (watched.rule.shares &&
        waits_for_late_calls(watched, group, result, end.is_last)) {
      return;
    }
  }
  conclude(watched, result.blocks, end.is_last);
}

UsualLook SequentialStopping::usual_look(const Watched& watched,
                                         const Group& group) const {
  const Settings& settings = suite_.formulas[watched.formula].settings;
  return {watched.mean,
          watched.is_found(),
          is_time(group.measuring.metrics.front()),
          settings.resolution,
          settings.mean_resolution,
          watched.rule.alpha / settings.deciding.alpha};
}

void SequentialStopping::ask_for_long_runs(Watched& watched, const Group& group,
                                           const GroupResult& result) {
  const Relation& relation = *watched.relation;
  const UsualLook look = usual_look(watched, group);
  const bool rules_out = watched.decided && !watched.is_found();
  watched.seems_unsettled =
      look.is_of_time &&
      logic::seems_unsettled(relation,
                             experiment(relation, result, result.blocks),
                             look.resolution);
  watched.long_observations = observations_of_long_run(
      relation, group, result,
      rules_out || watched.seems_unsettled ? LongRunsFor::kDoubt
                                           : LongRunsFor::kCertainty);
}

bool SequentialStopping::waits_for_late_calls(Watched& watched,
                                              const Group& group,
                                              const GroupResult& result,
                                              bool is_last) {
  const UsualLook look = usual_look(watched, group);
  if (known_late_calls_) {
    return take(known_late_calls_(*watched.relation, look), watched);
  }
  const bool has_pairs = long_pairs(*watched.relation, result) > 0;
  if (!is_last && (!has_pairs || !watched.is_found())) {
    ask_for_long_runs(watched, group, result);
    if (watched.long_observations > 0) return true;
    if (!has_pairs && watched.seems_unsettled) {
      watched.decided.reset();  // More blocks make time for long runs.
      return true;
    }
  }
  return take(judged_long_runs(*watched.relation, result, look, true), watched);
}

bool SequentialStopping::take(const JudgedLongRuns& judged, Watched& watched) {
  watched.decided->late = judged.late;
  watched.decided->unsettled = judged.unsettled;
  // What is undecided for lack of blocks needs these, whatever late calls do.
  const bool is_undecided = watched.found == Verdict::kUndecided;
  if (judged.doubt.empty() || is_undecided) return false;
  doubt(watched, Stop::kLateCalls, judged.doubt);
  return true;
}

void SequentialStopping::conclude(Watched& watched, std::size_t blocks,
                                  bool is_last) {
  watched.verdict = watched.found;
  if (is_last || !lacks_precision(watched)) {
    watched.stopped =
        with_ratio_of(*watched.decided, blocks, watched.last_level);
  }
  close_if_decided(watched.formula);
}

std::uint64_t SequentialStopping::long_observations(
    const Relation& relation) const {
  return watched_[number_of_.at(&relation)].long_observations;
}

void SequentialStopping::look_at_long_runs(const Group& group,
                                           const GroupResult& result) {
  total_.add(group, result, is_open(group));
  for (const Relation* relation : group.relations) {
    Watched& watched = watched_[number_of_.at(relation)];
    if (watched.long_observations > 0) {
      look_at_long_runs(watched, group, result);
    }
  }
  total_.add(group, result, is_open(group));
}

void SequentialStopping::look_at_long_runs(Watched& watched, const Group& group,
                                           const GroupResult& result) {
  const Relation& relation = *watched.relation;
  if (!watched.decided) {  // It takes the runs into account when it ends.
    watched.long_observations = 0;
    return;
  }
  const std::string failure = failure_of_long_run(long_runs(relation, result));
  if (!failure.empty()) {
    return doubt(watched, Stop::kLateCalls,
                 fmt::format("in a run of {} observations {}",
                             watched.long_observations, failure));
  }
  const bool is_last =
      is_time_over(group, result) || is_time_for_long_runs_over(group, result);
  const JudgedLongRuns judged =
      judged_long_runs(relation, result, usual_look(watched, group), is_last);
  if (judged.needs_more) return;
  if (take(judged, watched)) return;
  watched.long_observations = 0;
  conclude(watched, result.blocks, false);
}

void SequentialStopping::doubt(Watched& watched, Stop why, std::string reason) {
  watched.long_observations = 0;
  watched.verdict = Verdict::kUndecided;
  watched.decided->why = why;
  watched.decided->reason = std::move(reason);
  watched.stopped = watched.decided;
  close_if_decided(watched.formula);
}

bool SequentialStopping::doubt_calls(Watched& watched, const Group& group,
                                     const GroupResult& result) {
  const Settings& settings = suite_.formulas[watched.formula].settings;
  std::string reason = lack_of_equal_calls(*watched.relation, result,
                                           result.blocks, settings.resolution);
  if (reason.empty()) {
    // A finding may be smaller than what matters.
    reason = lack_of_equal_timing(*watched.relation, result, result.blocks,
                                  watched.is_found() ? 0 : settings.resolution);
  }
  if (reason.empty()) {
    reason = lack_of_time(watched, group, watched.finding, watched.mean);
  }
  if (reason.empty()) return false;
  doubt(watched, Stop::kDoubtfulTimes, std::move(reason));
  return true;
}

// A quota adds to times, so those found beyond a limit are.
std::string SequentialStopping::lack_of_time(
    const Watched& watched, const Group& group, logic::Finding found,
    const logic::MeanLimits& mean) const {
  if (group.measuring.metrics.front() != workload::Metric::kWall) return {};
  const Relation& relation = *watched.relation;
  const auto longer = relation.theta.constant() < 0 ? logic::Finding::kGreater
                                                    : logic::Finding::kLess;
  return lack_of_whole_time(relation, found == longer, quota_, mean);
}

bool SequentialStopping::lacks_precision(const Watched& watched) const {
  const double wanted = suite_.formulas[watched.formula].settings.precision;
  return wanted > 0 && (!watched.half_width || *watched.half_width > wanted);
}

SequentialStopping::Seen SequentialStopping::seen(const Watched& watched,
                                                  const GroupResult& result,
                                                  const LookLevel& level,
                                                  const Settings& settings,
                                                  bool is_last) const {
  const Relation& relation = *watched.relation;
  logic::DecisionSettings how = watched.deciding;
  how.alpha = level.level;
  const logic::Experiment observed =
      experiment(relation, result, result.blocks);
  std::optional<logic::PartsDecision> parts;
  if (watched.rule.shares) {
    const std::size_t calls = fewest_calls(relation, result, result.blocks);
    parts = logic::decide_parts(
        relation,
        {observed, observed, how.statistic, calls,
         needed_of(is_last ? result.blocks : watched.plan.blocks.back(),
                   result.blocks, calls, result.are_processes)},
        look_settings(watched.rule, settings, level));
  }
  logic::Decision decision;
  std::optional<double> half_width;
  if (settings.precision > 0) {
    decision = logic::decide(relation, observed, how);
    if (parts && parts->ratio) decision.ratio = *parts->ratio;
    half_width = logic::half_width(decision, parts);
  }
  if (parts) {
    return {parts->strength,
            parts->finding,
            parts->rules_out_change,
            half_width,
            {parts->lower, parts->upper}};
  }
  const logic::Look look =
      logic::look(relation, observed, how, resolution_of(how, settings));
  return {look.strength, look.finding, look.rules_out_change, half_width, {}};
}

bool SequentialStopping::rules_out_more(const Watched& watched,
                                        const GroupResult& result,
                                        const LookEnd& end) const {
  constexpr std::size_t kBlocks = 40;
  const SuiteFormula& formula = suite_.formulas[watched.formula];
  // With `precision` the relation would be measured on and not decided again.
  if (formula.may_hide == 0 || formula.settings.precision > 0 ||
      result.blocks < kBlocks) {
    return false;
  }
  Settings settings = formula.settings;
  settings.resolution = std::max(settings.resolution, formula.may_hide);
  settings.mean_resolution =
      std::max(settings.mean_resolution, formula.may_hide);
  return seen(watched, result, end.level, settings, end.is_last)
      .rules_out_change;
}

/// Ends a relation at its first look if all numbers of each side are equal; if
/// a run takes long, after two blocks. Another process may still differ: the
/// report says how many were seen.
bool SequentialStopping::look_for_constants(Watched& watched,
                                            const GroupResult& result) {
  constexpr double kLongRun = 0.1;  // Seconds.
  if (!watched.rule.shares || !watched.rule.is_sequential) return false;
  const bool is_long =
      result.blocks > 0 &&
      seconds_of_block(result) >
          kLongRun * static_cast<double>(result.performances.size());
  const std::size_t enough =
      is_long ? std::size_t{2} : watched.plan.blocks.front();
  if (result.blocks < enough) return false;
  const LookLevel level = single_look_level(result.blocks, watched.rule);
  if (!logic::nothing_varied(
          experiment(*watched.relation, result, result.blocks))) {
    return false;
  }
  const Seen look = seen(watched, result, level,
                         suite_.formulas[watched.formula].settings, false);
  watched.verdict = logic::verdict(look.strength);
  stop(watched, look.is_found() ? Stop::kDecided : Stop::kResolution,
       result.blocks, level);
  return true;
}

/// Looks once: however many blocks there are of one layout, they are a single
/// layout.
void SequentialStopping::look_once_at_one_layout(Watched& watched,
                                                 const Group& group,
                                                 const GroupResult& result,
                                                 bool is_given_end) {
  const std::size_t blocks = result.blocks;
  const bool is_over =
      is_given_end || (blocks >= 2 && is_time_over(group, result));
  const std::size_t most =
      std::min(group.plan.blocks, blocks_with(result.linked));
  if (blocks < most && !is_over) return;
  if (look_for_twofold(watched, group, result)) return;
  stop(watched, Stop::kLinks, blocks, single_look_level(blocks, watched.rule));
}

bool SequentialStopping::look_for_twofold(Watched& watched, const Group& group,
                                          const GroupResult& result) {
  const Settings& settings = suite_.formulas[watched.formula].settings;
  if (!is_sequential(settings) ||
      result.blocks < logic::twofold_blocks(watched.rule.alpha) ||
      !failure_of(*watched.relation, result).empty()) {
    return false;
  }
  const Relation& relation = *watched.relation;
  const logic::Experiment observed =
      experiment(relation, result, result.blocks);
  if (!logic::lack_of_observations(relation, observed).empty()) return false;
  const auto found_in = [&](const logic::Experiment& runs) {
    return logic::twofold(
        relation, logic::compared_runs(relation, runs, watched.deciding),
        watched.deciding.statistic);
  };
  const logic::Finding found = found_in(observed);
  if (found == logic::Finding::kIndistinct) return false;
  if (!lack_of_time(watched, group, found, {}).empty() &&
      found_in(slowed(observed, quota_.slowdown())) != found) {
    return false;
  }
  watched.verdict = logic::verdict(logic::strength(relation.sign, found));
  stop(watched, Stop::kTwofold, result.blocks,
       single_look_level(result.blocks, watched.rule));
  return true;
}

void SequentialStopping::look_at_pilot(
    const Grouping& grouping, const std::vector<GroupResult>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Group& group = grouping.groups[i];
    total_.add(group, results[i], is_open(group) && group.plan.blocks > 0);
  }
  for (const Group& group : grouping.groups) {
    const bool needs_blocks = is_open(group) && group.plan.blocks > 0;
    if (!needs_blocks || total_.admits(group)) continue;
    for (const Relation* relation : group.relations) {
      Watched& watched = watched_[number_of_.at(relation)];
      if (!watched.stopped) {
        watched.stopped = ended_here(watched, Stop::kBudget);
      }
    }
  }
  for (std::size_t number = 0; number < watched_.size(); ++number) {
    const std::size_t of = grouping.group_of[number];
    Watched& watched = watched_[number];
    if (of == kNoGroup || watched.stopped) continue;
    if (grouping.groups[of].plan.blocks > 0 || results[of].blocks == 0) {
      continue;
    }
    (void)look_for_twofold(watched, grouping.groups[of], results[of]);
  }
}

void SequentialStopping::stop(Watched& watched, Stop why, std::size_t blocks,
                              const LookLevel& level) {
  watched.stopped = Stopped{why, blocks, level.level, level.parts};
  close_if_decided(watched.formula);
}

/// Ends the open relations of a formula that is decided: they need no more
/// runs.
void SequentialStopping::close_if_decided(std::size_t formula) {
  std::vector<Verdict> verdicts;
  for (const std::size_t number : of_formula_[formula]) {
    verdicts.push_back(watched_[number].verdict);
  }
  const Verdict verdict =
      logic::evaluate(suite_.formulas[formula].claim, verdicts);
  if (verdict != Verdict::kHolds && verdict != Verdict::kViolated) return;
  for (const std::size_t number : of_formula_[formula]) {
    Watched& open = watched_[number];
    if (!open.stopped && !open.decided) {
      open.stopped = ended_here(open, Stop::kFormula);
    }
  }
  if (verdict == Verdict::kViolated &&
      suite_.formulas[formula].settings.fail_fast) {
    end_all(Stop::kFailFast);
  }
}

/// Blocks count only if they are spread over all layouts alike, or if no layout
/// has two.
Stopped SequentialStopping::ended_here(const Watched& watched, Stop why) {
  const std::size_t blocks = spread_over(watched.layouts, watched.seen);
  if (blocks == 0 || watched.plan.blocks.empty()) {
    return {why, 0, watched.last_level.level};
  }
  const std::tuple key(watched.plan.blocks.back(), blocks, watched.rule);
  auto known = early_levels_.find(key);
  if (known == early_levels_.end()) {
    const LookLevel level =
        level_of_early_end(watched.plan, blocks, watched.rule);
    known = early_levels_.emplace(key, level).first;
  }
  if (watched.decided && watched.long_observations == 0) {
    return with_ratio_of(*watched.decided, blocks, known->second);
  }
  return {why, blocks, known->second.level, known->second.parts};
}

void SequentialStopping::end_all(Stop why) {
  for (Watched& open : watched_) {
    if (open.stopped) continue;
    open.stopped = ended_here(open, why);
    close_if_decided(open.formula);
  }
}

std::vector<Stopped> SequentialStopping::stopped() const {
  std::vector<Stopped> result;
  for (const Watched& watched : watched_) {
    result.push_back(watched.stopped.value_or(
        Stopped{Stop::kBudget, 0, watched.last_level.level}));
  }
  return result;
}

std::size_t SequentialStopping::ended() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      watched_, [](const Watched& one) { return one.stopped.has_value(); }));
}

std::vector<Stopped> SequentialStopping::so_far() {
  std::vector<Stopped> result;
  for (const Watched& watched : watched_) {
    result.push_back(watched.stopped ? *watched.stopped
                                     : ended_here(watched, Stop::kOpen));
  }
  return result;
}

}  // namespace spl::runner
