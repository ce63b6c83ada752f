#include "runner/measuring/short_pilot.hpp"

#include <algorithm>

#include "runner/measuring/budget.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

constexpr std::uint64_t kPilotObservations = 3;
constexpr double kLongerObservations = 30;
constexpr double kShare = 0.1;  ///< Share of the budget for further runs.

}  // namespace

Plan pilot_plan(const Group& group) {
  const Measuring& how = group.measuring;
  Plan plan = plan_of_runs(
      group, std::min(how.observations.value_or(kPilotObservations),
                      kPilotObservations));
  const bool is_planned = how.runs && how.observations;
  plan.blocks = is_planned ? 0 : 2;
  return plan;
}

Plan longer_pilot_plan(const Group& group, const RunCosts& costs) {
  Plan plan = pilot_plan(group);
  plan.blocks = 1;
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

bool PilotRule::needs_more(const logic::Relation& relation) const {
  return !done_.contains(&relation);
}

void PilotRule::look(const Group& group, const GroupResult& result) {
  const double whole = budget_of_pilot(group);
  if (whole == 0 || result.seconds <= kShare * whole) return;
  done_.insert(group.relations.begin(), group.relations.end());
}

}  // namespace spl::runner
