#include "runner/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "runner/wording.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

constexpr std::uint64_t kPilotObservations = 3;
constexpr std::size_t kRehearsals = 3;
constexpr double kRehearsalShare = 0.1;  ///< Of the budget, for all.
constexpr int kLonger = 4;
constexpr std::chrono::nanoseconds kLongestWarmup = 64 * kUsualWarmup;

constexpr std::uint64_t kFewestObservations = 30;
constexpr std::uint64_t kMostObservations = 1000;

RunCost cost_of(const Performance& performance, const RunCosts& costs) {
  const auto found = costs.find(performance);
  return found == costs.end() ? RunCost{} : found->second;
}

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// Of all relations of the group together.
double budget(const Group& group) {
  return seconds(group.measuring.budget) *
         static_cast<double>(group.relations.size());
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

/// So many observations that the budget holds the blocks of a first look, or
/// one.
std::uint64_t affordable_observations(const Group& group,
                                      const RunCosts& costs) {
  double left = budget(group) / static_cast<double>(fewest_looked(group));
  double observation = 0;
  for (const Performance& one : group.performances) {
    const RunCost cost = cost_of(one, costs);
    left -= cost.of(0);
    observation += cost.observation;
  }
  return left > observation ? static_cast<std::uint64_t>(left / observation)
                            : 1;
}

/// Equally many observations in all runs.
Plan without_blocks(const Group& group, std::uint64_t observations,
                    const Warmups& warmups) {
  Plan plan;
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

void plan_blocks(const Group& group, double block_seconds, Plan& plan) {
  const Measuring& how = group.measuring;
  std::size_t most = kMostBlocks;
  if (how.max_runs > 0) most = std::min(most, how.max_runs);
  most = spread_over(how.layouts, most);
  const double held = how.budget.count() == 0
                          ? std::numeric_limits<double>::infinity()
                          : std::floor(budget(group) / block_seconds);
  plan.is_counted = held >= static_cast<double>(most);
  plan.blocks = plan.is_counted
                    ? most
                    : spread_over(how.layouts, static_cast<std::size_t>(held));
  if (plan.blocks < 2) plan.blocks = 0;
}

}  // namespace

std::size_t spread_over(std::size_t layouts, std::size_t blocks) {
  return blocks > layouts ? blocks - blocks % layouts : blocks;
}

std::size_t fewest_looked(const Group& group) {
  constexpr std::size_t kFewest = 5;
  const std::size_t layouts = group.measuring.layouts;
  return (kFewest + layouts - 1) / layouts * layouts;
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

bool is_over_budget(const Group& group, const GroupResult& result) {
  return !group.measuring.runs && group.measuring.budget.count() > 0 &&
         result.seconds >= budget(group);
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
            record.warmup_seconds, record.counted_seconds / observed};
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
  if (cost.observation <= 0) return kFewestObservations;
  const double wanted = std::ceil(cost.start / cost.observation);
  const double most = kMostObservations;
  return std::max(kFewestObservations,
                  static_cast<std::uint64_t>(std::min(wanted, most)));
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

Plan plan(const Group& group, const RunCosts& costs, const Warmups& warmups) {
  const Measuring& how = group.measuring;
  Plan plan = without_blocks(group, common_observations(group, costs), warmups);
  if (how.runs) {
    plan.blocks = *how.runs;
    plan.is_counted = true;
    return plan;
  }
  const bool is_short =
      how.budget.count() > 0 &&
      static_cast<double>(fewest_looked(group)) * block_seconds(plan, costs) >
          budget(group);
  if (is_short && !how.observations) {
    const std::uint64_t most = affordable_observations(group, costs);
    for (auto& [performance, count] : plan.observations) {
      count = std::min(count, most);
    }
  }
  plan_blocks(group, block_seconds(plan, costs), plan);
  return plan;
}

bool is_short_of_time(const Group& group) {
  return !group.plan.is_counted && group.plan.blocks < fewest_looked(group);
}

std::string short_budget(const Group& group, std::size_t blocks,
                         double block_seconds) {
  const std::size_t fewest = fewest_looked(group);
  const double needed = block_seconds * static_cast<double>(fewest) /
                        static_cast<double>(group.relations.size());
  const double tenths = std::ceil(needed * 10);
  return "a block of runs takes " + seconds_text(block_seconds) +
         ", so that a budget of " +
         seconds_text(seconds(group.measuring.budget)) + " holds " +
         (blocks == 0 ? "no two blocks, and nothing is measured"
                      : "only " + std::to_string(blocks) + " blocks") +
         "; --budget " + logic::to_text(logic::Value(tenths / 10)) +
         "s holds " + std::to_string(fewest);
}

double block_seconds(const Plan& plan, const RunCosts& costs) {
  double sum = 0;
  for (const auto& [performance, observations] : plan.observations) {
    sum += cost_of(performance, costs).of(observations);
  }
  return sum;
}

}  // namespace spl::runner
