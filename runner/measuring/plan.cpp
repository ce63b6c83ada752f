#include "runner/measuring/plan.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "runner/measuring/budget.hpp"
#include "runner/settings/run_defaults.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

/// Seconds of a run of commands, unless a single one takes longer.
constexpr double kRunOfProcesses = 0.005;

RunCost cost_of(const Performance& performance, const RunCosts& costs) {
  const auto found = costs.find(performance);
  return found == costs.end() ? RunCost{} : found->second;
}

RunCost cost_of(const Performance& performance, const RunCosts& costs,
                const Plan& plan) {
  const RunCost own = cost_of(performance, costs);
  const auto calls = plan.calls.find(performance);
  return calls == plan.calls.end() ? own : own.with(calls->second);
}

/// The seconds that fewer observations must save: shorter set-ups may be
/// disturbances that a run of the pilot met.
constexpr double kLeastSaved = 0.1;

/// Returns whether most of a run's time is set-up before its observations.
bool takes_setup(const RunCost& cost) {
  return cost.setup > cost.observation &&
         cost.setup * kFewestObservations > kLeastSaved;
}

/// Returns the calls of the performances that did not fail.
std::map<Performance, Calls> planned_calls(const Group& group,
                                           const RunCosts& costs,
                                           const Plan& plan) {
  if (plan.warmup.count() == 0) return {};
  std::vector<Performance> known;
  std::vector<OwnCalls> sides;
  bool has_setup = false;
  for (const Performance& one : group.performances) {
    const auto cost = costs.find(one);
    if (cost == costs.end()) continue;
    known.push_back(one);
    const double iterations =
        std::max(cost->second.iterations, cost->second.most_iterations);
    sides.push_back({iterations, iterations * cost->second.call()});
    has_setup = has_setup || takes_setup(cost->second);
  }
  const std::vector<Calls> calls = calls_of(sides, group.measuring.warmup);
  std::map<Performance, Calls> result;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    Calls& one = result[known[i]] = calls[i];
    // Further observations would mostly set up.
    if (has_setup) one.warmup = std::min(one.warmup, kFewestWarmupObservations);
  }
  return result;
}

/// Returns how long a run takes as planned.
double seconds_of_run(const RunCost& cost, const Plan& plan,
                      std::uint64_t observations) {
  const bool is_cold = plan.warmup.count() == 0;
  return cost.of(observations) - (is_cold ? cost.of_warmup() : 0);
}

double runs_of_block(const Plan& plan, const RunCosts& costs) {
  double sum = 0;
  for (const auto& [performance, observations] : plan.observations) {
    sum +=
        seconds_of_run(cost_of(performance, costs, plan), plan, observations);
  }
  return sum;
}

/// Returns the seconds for links of that many blocks that are still to be made,
/// unless links are used again.
double links_of(std::size_t blocks, const Group& group,
                const Overhead& overhead) {
  const std::size_t missing =
      blocks > overhead.ready ? blocks - overhead.ready : 0;
  const double left = std::max(0.0, budget(group) - overhead.spent);
  return std::min(overhead.links * static_cast<double>(missing),
                  kShareOfLinks * left);
}

/// Rounds a number of blocks up so that all fixed layouts get equally many.
std::size_t whole_rounds(std::size_t blocks, const Group& group) {
  const std::size_t layouts = group.measuring.layouts;
  return (blocks + layouts - 1) / layouts * layouts;
}

/// Returns the blocks that it takes to judge slow runs; observations give way
/// to them.
std::size_t blocks_before_observations(const Group& group) {
  return whole_rounds(statistics::kFewestUnits, group);
}

/// Returns half as many again: on a busy machine a block takes longer than the
/// quickest runs of a pilot say.
std::size_t blocks_with_margin(const Group& group) {
  const std::size_t fewest = statistics::kFewestUnits;
  return whole_rounds(fewest + fewest / 2, group);
}

/// Returns how many observations let the budget hold the blocks with their
/// margin, or without it if observations would take less time than the rest of
/// a block; but not fewer than those that hardly lengthen a block, nor than
/// one.
double affordable_observations(const Group& group, const Plan& plan,
                               const RunCosts& costs,
                               const Overhead& overhead) {
  constexpr double kHardly = 0.05;
  double others = 0;
  double observation = 0;
  for (const Performance& one : group.performances) {
    const RunCost cost = cost_of(one, costs, plan);
    others += seconds_of_run(cost, plan, 0);
    observation += cost.each();
  }
  const auto time_beside = [&](std::size_t blocks) {
    const double left =
        budget(group) - overhead.spent - links_of(blocks, group, overhead);
    return left / static_cast<double>(blocks) - others;
  };
  const double time = std::max(
      {time_beside(blocks_with_margin(group)),
       std::min(time_beside(blocks_before_observations(group)), others),
       kHardly * others});
  return time > observation ? time / observation : 1;
}

/// Returns whether that many blocks take longer than there is time.
bool is_too_long(std::size_t blocks, const Group& group, const Plan& plan,
                 const RunCosts& costs, const Overhead& overhead) {
  return static_cast<double>(blocks) * runs_of_block(plan, costs) +
             links_of(blocks, group, overhead) >
         budget(group) - overhead.spent;
}

/// Returns the seconds that all observations of the performance take.
double counted_seconds(const Performance& performance, const Plan& plan,
                       const RunCosts& costs) {
  return cost_of(performance, costs, plan).each() *
         static_cast<double>(plan.observations.at(performance));
}

/// Plans runs of fewer observations. A few of a quick side would be chance, and
/// a hundredth of the time of the slowest one is well spent on more.
void shorten(const Group& group, const RunCosts& costs,
             const Overhead& overhead, Plan& plan) {
  const Measuring& how = group.measuring;
  if (how.observations) return;
  const auto whole = plan.observations;
  const double most = affordable_observations(group, plan, costs, overhead);
  double slowest = 0;
  for (auto& [performance, count] : plan.observations) {
    if (most < static_cast<double>(count)) {
      count =
          std::max(static_cast<std::uint64_t>(most), how.least_observations);
    }
    slowest = std::max(slowest, counted_seconds(performance, plan, costs));
  }
  for (auto& [performance, count] : plan.observations) {
    const double each = cost_of(performance, costs, plan).each();
    count = std::clamp(observations_beside(slowest, each), count,
                       std::max(count, whole.at(performance)));
  }
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
  const BlockTime time{
      budget(group) - overhead.spent, kOverrun * budget(group) - overhead.spent,
      runs_of_block(plan, costs), overhead.links, overhead.ready};
  const std::size_t count = blocks_held(time, how.layouts, plan);
  plan.is_counted = count >= most;
  plan.blocks = std::min(count, most);
  if (plan.layouts > how.layouts) {
    plan.blocks = spread_over(plan.layouts, plan.blocks);
  }
  if (plan.blocks < 2) plan.blocks = 0;
}

/// Runs of commands only save what a block costs besides: a process learns
/// nothing from the one before it, and more blocks say more than longer ones.
std::uint64_t planned_processes(const Measuring& measuring,
                                const RunCost& cost) {
  const double wanted =
      cost.observation > 0 ? std::ceil(kRunOfProcesses / cost.observation) : 1;
  const double most = kFewestObservations;
  return std::max(static_cast<std::uint64_t>(std::clamp(wanted, 1.0, most)),
                  measuring.least_observations);
}

}  // namespace

std::size_t fewest_looked(const Group& group) {
  return whole_rounds(group.first_look, group);
}

std::size_t blocks_with(std::size_t linked) {
  if (linked == static_cast<std::size_t>(-1)) return linked;
  return std::max<std::size_t>(2, linked + 1);
}

std::uint64_t planned_observations(const Measuring& measuring,
                                   const RunCost& cost) {
  if (measuring.observations) return *measuring.observations;
  if (measuring.are_processes) return planned_processes(measuring, cost);
  const std::uint64_t fewest =
      std::max(takes_setup(cost) ? kFewestWithSetup : kFewestObservations,
               measuring.least_observations);
  if (cost.each() <= 0) return fewest;
  // Where the first calls count, they weigh less in a longer run.
  if (measuring.warmup && measuring.warmup->count() == 0) return fewest;
  const double wanted = std::ceil(cost.start / cost.each());
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

std::uint64_t observations_beside(double slow_seconds, double each) {
  constexpr double kShare = 0.01;
  const double most = kMostObservations;
  return each > 0 ? static_cast<std::uint64_t>(
                        std::clamp(kShare * slow_seconds / each, 1.0, most))
                  : 1;
}

Plan plan_of_runs(const Group& group, std::uint64_t observations) {
  Plan plan;
  plan.layouts = group.measuring.layouts;
  for (const Performance& one : group.performances) {
    plan.observations[one] = observations;
  }
  if (group.measuring.are_processes) plan.warmup = {};
  if (group.measuring.warmup) plan.warmup = *group.measuring.warmup;
  return plan;
}

namespace {

/// Returns how many observations all runs of the group have: the fewest that
/// any of its performances is planned. Those without costs do not count. Code
/// may go on learning during a run, so longer runs of the same code are faster.
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

}  // namespace

namespace {

/// Returns how many calls Valgrind executes in some tenths of a second: a power
/// of ten up to 1000, so that it hardly ever depends on the pilot.
std::uint64_t counted_calls(const Group& group, const RunCosts& costs) {
  constexpr double kSeconds = 0.002;  // Without Valgrind.
  double calls = 1000;
  for (const Performance& one : group.performances) {
    const auto cost = costs.find(one);
    if (cost == costs.end()) continue;
    while (calls > 1 && calls * cost->second.call() > kSeconds) calls /= 10;
  }
  return static_cast<std::uint64_t>(calls);
}

/// Returns what runs cost under Valgrind.
RunCosts costs_of_counts(RunCosts costs) {
  constexpr double kSlower = 50;
  constexpr double kStart = 0.4;
  for (auto& [performance, cost] : costs) {
    cost.start = kStart + kSlower * cost.start;
    for (double* one : {&cost.observation, &cost.setup, &cost.fastest_call}) {
      *one *= kSlower;
    }
  }
  return costs;
}

/// Plans runs that Valgrind counts, of programs as they were built.
Plan plan_of_counts(const Group& group, const RunCosts& costs,
                    const Overhead& overhead) {
  Plan plan = plan_of_runs(group, group.measuring.observations.value_or(1));
  const std::uint64_t calls = counted_calls(group, costs);
  for (const Performance& one : group.performances) {
    plan.calls[one] = {calls, plan.warmup.count() == 0 ? 0 : 1U};
  }
  plan.linked = 0;
  constexpr std::size_t kFewest = 2;
  if (group.measuring.runs) {
    plan.blocks = *group.measuring.runs;
    plan.is_counted = true;
  } else {
    plan_blocks(group, costs_of_counts(costs), {overhead.spent}, plan);
    plan.blocks = std::max(plan.blocks, kFewest);
    plan.linked = 0;
  }
  plan.run_seconds = runs_of_block(plan, costs_of_counts(costs));
  return plan;
}

}  // namespace

Plan plan(const Group& group, const RunCosts& costs, const Overhead& overhead) {
  const Measuring& how = group.measuring;
  if (is_counted(how.metrics)) return plan_of_counts(group, costs, overhead);
  Plan plan = plan_of_runs(group, common_observations(group, costs));
  plan.calls = planned_calls(group, costs, plan);
  plan.link_seconds = overhead.links;
  plan.ready = overhead.links > 0 ? overhead.ready : 0;
  if (how.runs) {
    plan.blocks = *how.runs;
    plan.is_counted = true;
    return plan;
  }
  if (is_bounded(group) &&
      is_too_long(blocks_with_margin(group), group, plan, costs, overhead)) {
    shorten(group, costs, overhead, plan);
  }
  plan_blocks(group, costs, overhead, plan);
  plan.run_seconds = runs_of_block(plan, costs);
  return plan;
}

bool lacks_links(const Group& group) {
  const Plan& plan = group.plan;
  return plan.link_seconds > 0 && plan.linked < plan.blocks &&
         (plan.layouts == 1 || plan.linked < plan.layouts);
}

bool uses_links_again(const Group& group) {
  return group.plan.layouts > group.measuring.layouts;
}

bool is_short_of_time(const Group& group) {
  const Plan& plan = group.plan;
  if (is_counted(group.measuring.metrics)) return false;  // Two may be enough.
  return lacks_links(group) || uses_links_again(group) ||
         (!plan.is_counted && plan.blocks < fewest_looked(group));
}

bool is_ended_by_budget(const Group& group) {
  const Plan& plan = group.plan;
  return plan.blocks > 0 && is_short_of_time(group) && !lacks_links(group) &&
         !uses_links_again(group);
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
