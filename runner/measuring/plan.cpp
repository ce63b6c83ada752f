#include "runner/measuring/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "runner/system/number_text.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/sequential/look_levels.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

constexpr std::uint64_t kPilotObservations = 3;
constexpr std::size_t kRehearsals = 3;
constexpr double kRehearsalShare = 0.1;  ///< Of the budget, for all.
constexpr int kLonger = 4;
constexpr std::chrono::nanoseconds kLongestWarmup = 64 * kUsualWarmup;

/// An observation that long says something without a warm-up.
constexpr double kLongObservation = 0.01;

constexpr std::uint64_t kFewestObservations = 50;
constexpr std::uint64_t kMostObservations = 1000;

RunCost cost_of(const Performance& performance, const RunCosts& costs) {
  const auto found = costs.find(performance);
  return found == costs.end() ? RunCost{} : found->second;
}

RunCost cost_of(const Performance& performance, const RunCosts& costs,
                const Plan& plan) {
  const RunCost own = cost_of(performance, costs);
  return plan.calls ? own.with(*plan.calls) : own;
}

/// What failed makes none.
std::optional<Calls> equal_calls(const Group& group, const RunCosts& costs,
                                 const Plan& plan) {
  if (plan.warmup.count() == 0) return std::nullopt;
  std::vector<OwnCalls> sides;
  for (const Performance& one : group.performances) {
    const auto cost = costs.find(one);
    if (cost == costs.end()) continue;
    sides.push_back({cost->second.iterations, cost->second.observation});
  }
  return runner::equal_calls(sides, plan.warmup);
}

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// Equally many for all that is compared, the fewest that any of them is
/// planned: caches and branch predictors go on learning during a run, so longer
/// runs of the same code are faster.
std::uint64_t common_observations(const Group& group, const RunCosts& costs) {
  std::optional<std::uint64_t> fewest;
  for (const Performance& one : group.performances) {
    const auto cost = costs.find(one);
    if (cost == costs.end()) continue;
    const auto wanted = planned_observations(group.measuring, cost->second);
    fewest = std::min(fewest.value_or(wanted), wanted);
  }
  return fewest.value_or(planned_observations(group.measuring, {}));
}

/// What a run takes as planned.
double seconds_of_run(const RunCost& cost, const Plan& plan,
                      std::uint64_t observations) {
  const bool is_cold = plan.warmup.count() == 0;
  return cost.of(observations) - (is_cold ? cost.warmup : 0);
}

double runs_of_block(const Plan& plan, const RunCosts& costs) {
  double sum = 0;
  for (const auto& [performance, observations] : plan.observations) {
    sum +=
        seconds_of_run(cost_of(performance, costs, plan), plan, observations);
  }
  return sum;
}

/// Of a budget, links take no more where that leaves three.
constexpr double kShareOfLinks = 0.75;
constexpr std::size_t kFewestLinks = 3;

/// Of so many blocks, those that are still to be made, unless they are used
/// again.
double links_of(std::size_t blocks, const Group& group,
                const Overhead& overhead) {
  const std::size_t missing =
      blocks > overhead.ready ? blocks - overhead.ready : 0;
  const double left = std::max(0.0, budget(group) - overhead.spent);
  return std::min(overhead.links * static_cast<double>(missing),
                  kShareOfLinks * left);
}

/// So many blocks, or more so that all fixed layouts get equally many.
std::size_t whole_rounds(std::size_t blocks, const Group& group) {
  const std::size_t layouts = group.measuring.layouts;
  return (blocks + layouts - 1) / layouts * layouts;
}

/// What blocks say of slow runs needs so many; observations give way to them.
std::size_t blocks_before_observations(const Group& group) {
  return whole_rounds(statistics::kFewestUnits, group);
}

/// So many observations that the budget holds these blocks, or one; but not
/// fewer than hardly lengthen a block.
double affordable_observations(const Group& group, const Plan& plan,
                               const RunCosts& costs,
                               const Overhead& overhead) {
  constexpr double kHardly = 0.05;
  const std::size_t fewest = blocks_before_observations(group);
  const double block =
      (budget(group) - overhead.spent - links_of(fewest, group, overhead)) /
      static_cast<double>(fewest);
  double others = 0;
  double observation = 0;
  for (const Performance& one : group.performances) {
    const RunCost cost = cost_of(one, costs, plan);
    others += seconds_of_run(cost, plan, 0);
    observation += cost.observation;
  }
  const double time = std::max(block - others, kHardly * others);
  return time > observation ? time / observation : 1;
}

/// Whether some blocks are of the programs as they were built, for want of
/// time.
bool lacks_links(const Group& group) {
  const Plan& plan = group.plan;
  return plan.link_seconds > 0 && plan.linked < plan.blocks &&
         (plan.layouts == 1 || plan.linked < plan.layouts);
}

/// Equally many observations in all runs.
Plan without_blocks(const Group& group, std::uint64_t observations,
                    const Warmups& warmups) {
  Plan plan;
  plan.layouts = group.measuring.layouts;
  for (const Performance& one : group.performances) {
    plan.observations[one] = observations;
    const auto longer = warmups.find(one);
    if (longer != warmups.end()) {
      plan.warmup = std::max(plan.warmup, longer->second);
    }
  }
  if (group.measuring.warmup) plan.warmup = *group.measuring.warmup;
  return plan;
}

bool held_by_share(const Group& group, double seconds) {
  return group.measuring.budget.count() == 0 ||
         seconds <= kRehearsalShare * budget(group);
}

/// Whether some performance got faster in all its runs.
bool is_cold(const GroupResult& result) {
  const auto always = [](const auto& one) {
    const statistics::Runs& runs = one.second.observations;
    return !runs.empty() &&
           std::all_of(runs.begin(), runs.end(),
                       [](const auto& run) { return statistics::falls(run); });
  };
  return std::any_of(result.performances.begin(), result.performances.end(),
                     always);
}

/// Whether so many blocks take longer than there is time.
bool is_too_long(std::size_t blocks, const Group& group, const Plan& plan,
                 const RunCosts& costs, const Overhead& overhead) {
  return static_cast<double>(blocks) * runs_of_block(plan, costs) +
             links_of(blocks, group, overhead) >
         budget(group) - overhead.spent;
}

bool takes_long_observations(const Group& group, const RunCosts& costs) {
  return std::all_of(group.performances.begin(), group.performances.end(),
                     [&](const Performance& one) {
                       const auto cost = costs.find(one);
                       return cost == costs.end() ||
                              cost->second.observation >= kLongObservation;
                     });
}

/// Runs of fewer observations and, if that does not do, without a warm-up.
void shorten(const Group& group, const RunCosts& costs,
             const Overhead& overhead, Plan& plan) {
  const Measuring& how = group.measuring;
  const auto observations = plan.observations;
  const auto observe_less = [&] {
    if (how.observations) return;
    const double most = affordable_observations(group, plan, costs, overhead);
    for (auto& [performance, count] : plan.observations) {
      const std::uint64_t planned = observations.at(performance);
      count = most < static_cast<double>(planned)
                  ? std::max(static_cast<std::uint64_t>(most),
                             how.least_observations)
                  : planned;
    }
  };
  observe_less();
  if (how.warmup || !takes_long_observations(group, costs) ||
      !is_too_long(fewest_looked(group), group, plan, costs, overhead)) {
    return;
  }
  plan.warmup = {};
  plan.calls.reset();
  observe_less();
}

/// How many times `each` goes into that time, kMostBlocks at most.
std::size_t held(double time, double each) {
  if (time <= 0) return 0;
  const double count = std::floor(time / each);
  return count >= static_cast<double>(kMostBlocks)
             ? kMostBlocks
             : static_cast<std::size_t>(count);
}

/// What there is for blocks.
struct Time {
  double left;        ///< Of the budget.
  double most;        ///< The same, with what two blocks may take beyond it.
  double runs;        ///< Of a block.
  double links;       ///< Of a block.
  std::size_t ready;  ///< So many blocks have theirs already.

  /// So many blocks with links of their own.
  [[nodiscard]] double of(std::size_t blocks) const {
    const std::size_t missing = blocks > ready ? blocks - ready : 0;
    return static_cast<double>(blocks) * runs +
           static_cast<double>(missing) * links;
  }

  /// What there is for runs if so many links are made.
  [[nodiscard]] double beside(std::size_t linked) const {
    return left - of(linked) + static_cast<double>(linked) * runs;
  }
};

/// Links are used again, each for as many blocks, where there is time for fewer
/// than slow runs take to show and for two blocks of each: layouts are the
/// units then, and more blocks say more about each. Else 0.
std::size_t blocks_of_links_used_again(const Time& time, std::size_t fresh,
                                       Plan& plan) {
  if (fresh >= statistics::kFewestUnits) return 0;
  std::size_t links = fresh;
  while (links > kFewestLinks &&
         time.beside(links) < (1 - kShareOfLinks) * time.left) {
    --links;
  }
  const std::size_t blocks =
      spread_over(links, held(time.beside(links), time.runs));
  if (blocks < 2 * links) return 0;
  plan.layouts = links;
  plan.linked = links;
  return blocks;
}

/// Each block of links of its own, unless there is no time for two of them, or
/// for few.
std::size_t blocks_of_fresh_links(const Time& time, Plan& plan) {
  const double of_ready = time.of(time.ready);
  const std::size_t fresh =
      time.left < of_ready
          ? held(time.left, time.runs)
          : time.ready + held(time.left - of_ready, time.runs + time.links);
  if (fresh >= 2) {
    const std::size_t blocks = blocks_of_links_used_again(time, fresh, plan);
    return blocks > 0 ? blocks : fresh;
  }
  if (time.of(2) <= time.most) return 2;
  plan.linked = time.of(1) + time.runs <= time.most ? 1 : 0;
  if (plan.linked == 1) return 2;
  // More of one layout would say no more about others.
  constexpr std::size_t kOfOneLayout = 5;
  if (2 * time.runs > time.most) return 0;
  return std::clamp(held(time.left, time.runs), std::size_t{2}, kOfOneLayout);
}

/// Links are made for the first blocks, and used again.
std::size_t blocks_of_fixed_layouts(const Time& time, std::size_t layouts,
                                    Plan& plan) {
  const auto count = static_cast<double>(layouts);
  const double links = time.of(layouts) - count * time.runs;
  const std::size_t all = held(time.left - links, time.runs);
  plan.linked = layouts;
  if (all >= layouts) return spread_over(layouts, all);
  std::size_t some = layouts;
  while (some > 0 && time.of(some) > time.left) --some;
  if (some < 2) return blocks_of_fresh_links(time, plan);
  plan.linked = some;
  return some;
}

std::size_t blocks_held(const Time& time, std::size_t layouts, Plan& plan) {
  if (layouts > 1) return blocks_of_fixed_layouts(time, layouts, plan);
  if (time.links > 0) return blocks_of_fresh_links(time, plan);
  const std::size_t count = held(time.left, time.runs);
  return count < 2 && 2 * time.runs <= time.most ? 2 : count;
}

void plan_blocks(const Group& group, const RunCosts& costs,
                 const Overhead& overhead, Plan& plan) {
  const Measuring& how = group.measuring;
  std::size_t most = kMostBlocks;
  if (how.max_runs > 0) most = std::min(most, how.max_runs);
  most = spread_over(how.layouts, most);
  plan.blocks = most;
  plan.is_counted = true;
  if (!is_bounded(group)) return;
  const Time time{budget(group) - overhead.spent,
                  kOverrun * budget(group) - overhead.spent,
                  runs_of_block(plan, costs), overhead.links, overhead.ready};
  const std::size_t count = blocks_held(time, how.layouts, plan);
  plan.is_counted = count >= most;
  plan.blocks = std::min(count, most);
  if (plan.layouts > how.layouts) {
    plan.blocks = spread_over(plan.layouts, plan.blocks);
  }
  if (plan.blocks < 2) plan.blocks = 0;
}

}  // namespace

RunCost RunCost::with(const Calls& calls) const {
  if (!(iterations > 0)) return *this;
  RunCost result = *this;
  result.iterations = static_cast<double>(calls.iterations);
  result.observation *= result.iterations / iterations;
  result.warmup = result.observation * static_cast<double>(calls.warmup);
  return result;
}

bool is_bounded(const Group& group) {
  return !group.measuring.runs && group.measuring.budget.count() > 0;
}

double budget(const Group& group) {
  return seconds(group.measuring.budget) *
         static_cast<double>(group.relations.size());
}

std::size_t spread_over(std::size_t layouts, std::size_t blocks) {
  return blocks > layouts ? blocks - blocks % layouts : blocks;
}

std::size_t fewest_looked(const Group& group) {
  return whole_rounds(group.first_look, group);
}

Plan pilot_plan(const Group& group) {
  const Measuring& how = group.measuring;
  Plan plan =
      without_blocks(group,
                     std::min(how.observations.value_or(kPilotObservations),
                              kPilotObservations),
                     {});
  const bool is_planned = how.runs && how.observations;
  plan.blocks = is_planned ? 0 : 1;
  return plan;
}

Plan rehearsal_plan(const Group& group, const RunCosts& costs,
                    const Warmups& warmups) {
  Plan plan = without_blocks(group, common_observations(group, costs), warmups);
  if (!group.measuring.warmup &&
      held_by_share(group, kRehearsals * block_seconds(plan, costs))) {
    plan.blocks = kRehearsals;
    return plan;
  }
  plan = pilot_plan(group);
  if (!held_by_share(group, block_seconds(plan, costs))) plan.blocks = 0;
  return plan;
}

bool RehearsalRule::needs_more(const logic::Relation& relation) const {
  return !done_.contains(&relation);
}

void RehearsalRule::look(const Group& group, const GroupResult& result) {
  if (is_cold(result)) return;
  done_.insert(group.relations.begin(), group.relations.end());
}

bool lengthen(const Group& group, const GroupResult& rehearsal,
              Warmups& warmups, RunCosts& costs) {
  if (rehearsal.blocks < kRehearsals || !is_cold(rehearsal)) return false;
  const auto longer = kLonger * group.plan.warmup;
  if (longer > kLongestWarmup) return false;
  for (const Performance& one : group.performances) {
    auto& known = warmups[one];
    known = std::max(known, longer);
    const auto cost = costs.find(one);
    if (cost == costs.end()) continue;
    cost->second.warmup = std::max(cost->second.warmup, seconds(known));
  }
  return true;
}

namespace {

/// What the next block takes, as those did that were made; once all layouts
/// have one, what a block of each does, without links.
double seconds_of_next(const Group& group, const GroupResult& result) {
  const std::size_t layouts = group.plan.layouts;
  if (result.blocks == 0) return 0;
  if (layouts == 1 || result.blocks < layouts) return seconds_of_block(result);
  return (result.seconds - result.linking) * static_cast<double>(layouts) /
         static_cast<double>(result.blocks);
}

}  // namespace

bool is_over_budget(const Group& group, const GroupResult& result) {
  if (!is_bounded(group)) return false;
  const double spent = runner::spent(result);
  const double another = seconds_of_next(group, result);
  const double is_paid = std::min(result.ahead, group.plan.link_seconds);
  return spent >= budget(group) ||
         spent + another - is_paid > kOverrun * budget(group);
}

double seconds_of_block(const GroupResult& result) {
  return (result.seconds - result.ahead) / static_cast<double>(result.blocks);
}

double time_for_links(const Group& group, const GroupResult& result) {
  if (!is_bounded(group)) return std::numeric_limits<double>::infinity();
  const double spent = runner::spent(result);
  // Ending a link takes time, too, and runs may be longer than planned.
  constexpr double kEnding = 0.02;
  const double kept = 2 * group.plan.run_seconds + kEnding * budget(group);
  return std::max(0.0, kOverrun * budget(group) - spent - kept);
}

std::size_t blocks_with(std::size_t linked) {
  if (linked == static_cast<std::size_t>(-1)) return linked;
  return std::max<std::size_t>(2, linked + 1);
}

void add_run_costs(const std::vector<GroupResult>& pilot, RunCosts& costs) {
  for (const GroupResult& result : pilot) {
    for (const auto& [performance, measured] : result.performances) {
      if (!measured.failure.empty()) continue;
      for (std::size_t i = 0; i < measured.records.size(); ++i) {
        const RunRecord& record = measured.records[i];
        const auto observed =
            static_cast<double>(measured.observations[i].size());
        const RunCost cost{
            std::max(0.0, record.seconds - record.warmup_seconds -
                              record.counted_seconds),
            record.warmup_seconds, record.counted_seconds / observed,
            static_cast<double>(record.iterations)};
        const auto [known, is_new] = costs.insert({performance, cost});
        const std::uint64_t usual = kFewestObservations;
        if (!is_new && cost.of(usual) < known->second.of(usual)) {
          known->second = cost;
        }
      }
    }
  }
}

std::uint64_t planned_observations(const Measuring& measuring,
                                   const RunCost& cost) {
  if (measuring.observations) return *measuring.observations;
  const std::uint64_t fewest =
      std::max(kFewestObservations, measuring.least_observations);
  if (cost.observation <= 0) return fewest;
  const double wanted = std::ceil(cost.start / cost.observation);
  const double most = kMostObservations;
  return std::max(fewest, static_cast<std::uint64_t>(std::min(wanted, most)));
}

RunSeconds run_seconds(const std::vector<Group>& groups,
                       const RunCosts& costs) {
  RunSeconds seconds;
  for (const Group& group : groups) {
    for (const Performance& one : group.performances) {
      const RunCost cost = cost_of(one, costs);
      seconds[one] = cost.of(planned_observations(group.measuring, cost));
    }
  }
  return seconds;
}

Plan plan(const Group& group, const RunCosts& costs, const Warmups& warmups,
          const Overhead& overhead) {
  const Measuring& how = group.measuring;
  Plan plan = without_blocks(group, common_observations(group, costs), warmups);
  plan.calls = equal_calls(group, costs, plan);
  plan.link_seconds = overhead.links;
  plan.ready = overhead.links > 0 ? overhead.ready : 0;
  if (how.runs) {
    plan.blocks = *how.runs;
    plan.is_counted = true;
    return plan;
  }
  if (is_bounded(group) && is_too_long(blocks_before_observations(group), group,
                                       plan, costs, overhead)) {
    shorten(group, costs, overhead, plan);
  }
  plan_blocks(group, costs, overhead, plan);
  plan.run_seconds = runs_of_block(plan, costs);
  return plan;
}

bool uses_links_again(const Group& group) {
  return group.plan.layouts > group.measuring.layouts;
}

bool is_short_of_time(const Group& group) {
  const Plan& plan = group.plan;
  return lacks_links(group) || uses_links_again(group) ||
         (!plan.is_counted && plan.blocks < fewest_looked(group));
}

std::string budget_option(double seconds) {
  constexpr double kFew = 10;
  constexpr double kRounding = 1e-9;
  const double scale = seconds < kFew ? 10 : 1;
  const double rounded = std::ceil(seconds * scale - kRounding) / scale;
  return logic::to_text(logic::Value(rounded)) + 's';
}

std::string short_budget(const Group& group, std::size_t blocks,
                         const BlockCost& cost) {
  const auto relations = static_cast<double>(group.relations.size());
  const auto holding = [&](std::size_t count) {
    const auto ready = static_cast<double>(std::min(count, cost.ready));
    const double needed = cost.spent +
                          cost.seconds * static_cast<double>(count) -
                          cost.links * ready;
    return "--budget " + budget_option(needed / relations) + " holds " +
           std::to_string(count);
  };
  if (uses_links_again(group)) {
    return "links for a block take " + seconds_text(cost.links) +
           ", so that a budget of " +
           seconds_text(seconds(group.measuring.budget)) + " holds only " +
           std::to_string(group.plan.layouts) + " of them, each for " +
           std::to_string(blocks / group.plan.layouts) + " blocks; " +
           holding(statistics::kFewestUnits);
  }
  const std::uint64_t least = group.measuring.least_observations;
  std::string text = "a block of runs " +
                     (least > 0 ? "of " + std::to_string(least) +
                                      " observations, of which "
                                      "quantiles need as many, "
                                : std::string()) +
                     "takes " + seconds_text(cost.seconds);
  if (cost.links > 0) {
    text += ", of which " + seconds_text(cost.links) + " are for links";
  }
  text += ", so that a budget of " +
          seconds_text(seconds(group.measuring.budget)) + " holds ";
  if (blocks == 0) {
    return text + "no two blocks; " + holding(2) + ", " +
           holding(fewest_looked(group));
  }
  text += "only " + std::to_string(blocks) + " blocks";
  if (lacks_links(group)) {
    text += group.plan.linked == 0 ? ", all of the programs as they were built"
                                   : ", the second of the programs as they "
                                     "were built";
  }
  return text + "; " + holding(fewest_looked(group));
}

double block_seconds(const Plan& plan, const RunCosts& costs) {
  return runs_of_block(plan, costs) + plan.link_seconds;
}

double planned_seconds(const Plan& plan, const RunCosts& costs) {
  const std::size_t linked = std::min(plan.linked, plan.blocks);
  const std::size_t missing = linked > plan.ready ? linked - plan.ready : 0;
  return static_cast<double>(plan.blocks) * runs_of_block(plan, costs) +
         plan.link_seconds * static_cast<double>(missing);
}

bool is_of_one_layout(const Group& group, const GroupResult& result) {
  return result.linked == 0 || (lacks_links(group) && group.plan.linked == 0);
}

}  // namespace spl::runner
