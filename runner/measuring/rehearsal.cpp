#include "runner/measuring/rehearsal.hpp"

#include <algorithm>
#include <chrono>

#include "runner/measuring/budget.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

constexpr std::uint64_t kPilotObservations = 3;
constexpr double kLongerObservations = 30;
constexpr std::size_t kRehearsals = 3;
constexpr double kShare = 0.1;  ///< Share of the budget for all rehearsals.
constexpr int kLonger = 4;
constexpr std::chrono::nanoseconds kLongestWarmup = 64 * kUsualWarmup;

bool held_by_share(const Group& group, double seconds) {
  const double whole = budget_of_pilot(group);
  return whole == 0 || seconds <= kShare * whole;
}

/// Returns whether some performance got faster in all its runs.
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

}  // namespace

Plan pilot_plan(const Group& group) {
  const Measuring& how = group.measuring;
  Plan plan =
      plan_of_runs(group,
                   std::min(how.observations.value_or(kPilotObservations),
                            kPilotObservations),
                   {});
  const bool is_planned = how.runs && how.observations;
  plan.blocks = is_planned ? 0 : 1;
  return plan;
}

Plan longer_pilot_plan(const Group& group, const RunCosts& costs) {
  Plan plan = pilot_plan(group);
  double setup = 0;
  double warmups = 0;
  for (const Performance& one : group.performances) {
    const auto cost = costs.find(one);
    if (cost == costs.end()) continue;
    setup += cost->second.setup;
    warmups = std::max(warmups, cost->second.warmups);
  }
  double count = kLongerObservations;
  const double whole = budget_of_pilot(group);
  if (whole > 0 && setup > 0) {
    count = std::min(count, kShare * whole / setup - warmups);
  }
  if (setup == 0 || count < 2 * kPilotObservations) plan.blocks = 0;
  for (auto& [performance, observations] : plan.observations) {
    observations = static_cast<std::uint64_t>(std::max(1.0, count));
  }
  return plan;
}

Plan rehearsal_plan(const Group& group, const RunCosts& costs,
                    const Warmups& warmups) {
  Plan plan = plan_of_runs(group, common_observations(group, costs), warmups);
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
    cost->second.warmup = std::max(
        cost->second.warmup, std::chrono::duration<double>(known).count());
  }
  return true;
}

}  // namespace spl::runner
