#include "runner/measuring/pilot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runner/measuring/budget.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds(
      static_cast<std::chrono::nanoseconds::rep>(std::ceil(seconds * 1e9)));
}

constexpr double kSpare = 1.2;  ///< Runs differ in length.

/// Returns the budget of a group; infinity if it is not bounded.
double limit_of(const Group& group) {
  return is_bounded(group) ? budget(group)
                           : std::numeric_limits<double>::infinity();
}

}  // namespace

SlowPilot::SlowPilot(const Group& group, const ProgramOf& program_of,
                     Launcher& launcher, const Measures& made, double total)
    : group_(group),
      program_of_(program_of),
      launcher_(launcher),
      result_(made.result),
      costs_(made.costs),
      total_end_(made.result.pilot_seconds + total) {}

bool SlowPilot::make_block(std::uint64_t seed) {
  std::vector<Performance> order = group_.performances;
  if (result_.blocks % 2 == 1) std::ranges::reverse(order);
  std::stable_partition(order.begin(), order.end(),
                        [&](const Performance& one) { return !is_quick(one); });
  for (const Performance& one : order) {
    if (!make_run(one, seed)) return false;
  }
  ++result_.blocks;
  return true;
}

bool SlowPilot::is_quick(const Performance& performance) const {
  constexpr double kQuick = 0.01;
  const auto known = costs_.find(performance);
  return !group_.measuring.are_processes && known != costs_.end() &&
         known->second.observation < kQuick;
}

Plan SlowPilot::plan_of(const Performance& performance) const {
  Plan plan = pilot_plan(group_);
  if (is_quick(performance)) {
    plan.observations = {
        {performance,
         observations_beside(block_seconds(), costs_.at(performance).each())}};
    return plan;
  }
  plan.observations = {{performance, 1}};
  plan.warmup = group_.measuring.warmup.value_or(std::chrono::nanoseconds(0));
  return plan;
}

bool SlowPilot::make_run(const Performance& performance, std::uint64_t seed) {
  Plan plan = plan_of(performance);
  Measured made = measured(performance, seed, plan);
  const bool is_final = made.timed_out || group_.measuring.are_processes;
  if (!made.failure.empty() && !is_final) {
    // A single iteration may be too short to be timed: then the code before the
    // loop takes long.
    plan = pilot_plan(group_);
    plan.observations = {{performance, plan.observations.at(performance)}};
    made = measured(performance, seed, plan);
  }
  if (made.timed_out && made.failure.empty()) return false;
  if (!made.failure.empty()) {
    result_.performances[performance].failure = made.failure;
    return false;
  }
  keep(performance, std::move(made));
  const double two = 2 * block_seconds();
  if (result_.blocks > 0 || two <= kOverrun * limit_of(group_)) return true;
  const RunCost& cost = costs_.at(performance);
  give_up(performance, "takes ", cost.start + cost.each());
  return false;
}

/// Returns the run, without its failure if it was ended to keep to the budget.
Measured SlowPilot::measured(const Performance& performance, std::uint64_t seed,
                             const Plan& plan) {
  const double left = this->left();
  Measured none;
  none.timed_out = true;
  const bool is_of_total = total_end_ < limit_of(group_);
  if (left <= 0 && is_of_total) {
    too_long_.text =
        "it was not measured: the time of all relations together was used up; "
        "give a longer --budget-total";
    return none;
  }
  if (left <= 0) {
    give_up(performance, "would begin after ", result_.pilot_seconds);
    return none;
  }
  Group one = group_;
  one.performances = {performance};
  one.plan = plan;
  one.plan.blocks = 1;
  if (left < seconds(one.measuring.timeout)) {
    one.measuring.timeout = nanoseconds(left);
  }
  std::vector<GroupResult> results(1);
  StoppingRule all;
  measure({one}, {program_of_, seed}, {launcher_, {}}, all, results);
  result_.pilot_seconds += results.front().seconds;
  Measured made = std::move(results.front().performances[performance]);
  if (!made.timed_out || one.measuring.timeout == group_.measuring.timeout) {
    made.timed_out = false;
    return made;
  }
  const double longest = seconds(one.measuring.timeout);
  if (is_of_total) {
    too_long_.text =
        "a run of " + to_text(performance) + " did not end within " +
        seconds_text(longest) +
        ", which was left of the time of all relations together; give "
        "a longer --budget-total";
  } else if (is_quick(performance) || group_.measuring.are_processes) {
    give_up(performance, "did not end within ", longest);
  } else {
    none.failure =
        to_text(performance) + " has not returned from one call in " +
        seconds_text(longest) + ": does it end? If so, --budget " +
        budget_option(budget_of_first_look(longest)) + " may hold a first look";
  }
  return none;
}

void SlowPilot::keep(const Performance& performance, Measured made) {
  GroupResult result;
  result.performances[performance] = made;
  add_run_costs({result}, costs_);
  Measured& all = result_.performances[performance];
  for (RunRecord& record : made.records) {
    record.block = result_.blocks;
    all.records.push_back(std::move(record));
  }
  for (auto& run : made.observations) {
    all.observations.push_back(std::move(run));
  }
}

double SlowPilot::left() const {
  return std::min(limit_of(group_), total_end_) - result_.pilot_seconds;
}

double SlowPilot::block_seconds() const {
  double sum = 0;
  for (const Performance& one : group_.performances) {
    const auto known = costs_.find(one);
    if (known == costs_.end()) continue;
    sum += known->second.start + known->second.each();
  }
  return sum;
}

/// Returns the longest that a block is likely to take as it would be planned:
/// what has not returned takes as long as what is known, or more.
double SlowPilot::longest_block(double least) const {
  double sum = runner::plan(group_, costs_, {}).run_seconds;
  double longest = least;
  for (const auto& [one, cost] : costs_) {
    longest = std::max(longest, cost.start + cost.each());
  }
  for (const Performance& one : group_.performances) {
    if (!costs_.contains(one)) sum += longest;
  }
  return std::max(sum, block_seconds());
}

/// Returns the budget of a relation that holds its first look.
double SlowPilot::budget_of_first_look(double least) const {
  const auto looked = static_cast<double>(fewest_looked(group_));
  return kSpare * (result_.pilot_seconds + looked * longest_block(least)) /
         static_cast<double>(group_.relations.size());
}

void SlowPilot::give_up(const Performance& performance, const std::string& what,
                        double least) {
  Group piloted = group_;
  piloted.plan = pilot_plan(group_);
  too_long_.cause = slow_start_text(piloted, costs_);
  too_long_.budget = budget_of_first_look(least);
  too_long_.text = "a run of " + to_text(performance) + ' ' + what +
                   seconds_text(least) + ", so that a block may take " +
                   seconds_text(longest_block(least)) + ", and a budget of " +
                   seconds_text(seconds(group_.measuring.budget)) +
                   " holds no two; --budget " +
                   budget_option(too_long_.budget) + " holds the " +
                   std::to_string(fewest_looked(group_)) + " of a first look";
}

namespace {

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
