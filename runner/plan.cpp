#include "runner/plan.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

constexpr std::size_t kPilotBlocks = 2;
constexpr std::uint64_t kPilotObservations = 3;
constexpr double kPilotShare = 0.05;

constexpr double kTimedStarts = 1.5;
constexpr std::uint64_t kFewestObservations = 30;
constexpr std::uint64_t kMostObservations = 1000;

RunCost cost_of(const Performance& performance, const RunCosts& costs) {
  const auto found = costs.find(performance);
  return found == costs.end() ? RunCost{} : found->second;
}

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

/// "1.2 s".
std::string seconds_text(double seconds, const char* space = " ") {
  return logic::to_text(logic::Value(logic::rounded(seconds))) + space + "s";
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

/// So many observations that the budget holds five blocks of such runs, or one.
std::uint64_t affordable_observations(const Group& group,
                                      const RunCosts& costs) {
  double left = budget(group) / static_cast<double>(kFewestLooked);
  double observation = 0;
  for (const Performance& one : group.performances) {
    const RunCost cost = cost_of(one, costs);
    left -= cost.of(0);
    observation += cost.observation;
  }
  return left > observation ? static_cast<std::uint64_t>(left / observation)
                            : 1;
}

std::size_t held_blocks(const Group& group, double block_seconds) {
  std::size_t most = kMostBlocks;
  const Measuring& how = group.measuring;
  if (how.max_runs > 0) most = std::min(most, how.max_runs);
  if (how.budget.count() == 0) return most;
  const double held = std::floor(budget(group) / block_seconds);
  return held < static_cast<double>(most) ? static_cast<std::size_t>(held)
                                          : most;
}

}  // namespace

Plan pilot_plan(const Group& group) {
  Plan plan;
  const Measuring& how = group.measuring;
  const bool is_planned = how.runs && how.observations;
  plan.blocks = is_planned ? 0 : kPilotBlocks;
  for (const Performance& one : group.performances) {
    plan.observations[one] = std::min(
        how.observations.value_or(kPilotObservations), kPilotObservations);
  }
  return plan;
}

bool PilotRule::needs_more(const logic::Relation& relation) const {
  return !done_.contains(&relation);
}

void PilotRule::look(const Group& group, const GroupResult& result) {
  if (!is_over_budget(group, result, kPilotShare)) return;
  done_.insert(group.relations.begin(), group.relations.end());
}

bool is_over_budget(const Group& group, const GroupResult& result,
                    double share) {
  return !group.measuring.runs && group.measuring.budget.count() > 0 &&
         result.seconds >= share * budget(group);
}

RunCosts run_costs(const std::vector<GroupResult>& pilot) {
  RunCosts costs;
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
  return costs;
}

std::uint64_t planned_observations(const Measuring& measuring,
                                   const RunCost& cost) {
  if (measuring.observations) return *measuring.observations;
  if (cost.observation <= 0) return kFewestObservations;
  const double wanted = std::ceil(kTimedStarts * cost.start / cost.observation);
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

Plan plan(const Group& group, const RunCosts& costs) {
  const Measuring& how = group.measuring;
  Plan plan;
  const std::uint64_t observations = common_observations(group, costs);
  for (const Performance& one : group.performances) {
    plan.observations[one] = observations;
  }
  if (how.runs) {
    plan.blocks = *how.runs;
    return plan;
  }
  const bool is_short =
      how.budget.count() > 0 &&
      static_cast<double>(kFewestLooked) * block_seconds(plan, costs) >
          budget(group);
  if (is_short && !how.observations) {
    const std::uint64_t most = affordable_observations(group, costs);
    for (auto& [performance, count] : plan.observations) {
      count = std::min(count, most);
    }
  }
  plan.blocks = held_blocks(group, block_seconds(plan, costs));
  if (plan.blocks < 2) plan.blocks = 0;
  return plan;
}

std::string short_budget(const Group& group, double block_seconds) {
  const double needed = block_seconds * static_cast<double>(kFewestLooked) /
                        static_cast<double>(group.relations.size());
  const std::size_t blocks = group.plan.blocks;
  return "a block of runs takes " + seconds_text(block_seconds) +
         ", so that a budget of " +
         seconds_text(seconds(group.measuring.budget)) + " holds " +
         (blocks == 0 ? "no two blocks, and nothing was measured"
                      : "only " + std::to_string(blocks) + " blocks") +
         "; --budget " + seconds_text(std::ceil(needed * 10) / 10, "") +
         " holds " + std::to_string(kFewestLooked);
}

double block_seconds(const Plan& plan, const RunCosts& costs) {
  double sum = 0;
  for (const auto& [performance, observations] : plan.observations) {
    sum += cost_of(performance, costs).of(observations);
  }
  return sum;
}

}  // namespace spl::runner
