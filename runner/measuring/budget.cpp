#include "runner/measuring/budget.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::runner {

namespace {

/// Returns how many blocks are made next: once all layouts have a block, one of
/// each.
std::size_t blocks_of_next(const Group& group, const GroupResult& result) {
  return result.blocks < group.plan.layouts ? 1 : group.plan.layouts;
}

/// Returns how long these take, by the blocks so far; without links if there
/// are several.
double seconds_of_next(const Group& group, const GroupResult& result) {
  const std::size_t next = blocks_of_next(group, result);
  if (result.blocks == 0) return 0;
  if (next == 1) return seconds_of_block(result);
  return (result.seconds - result.linking) * static_cast<double>(next) /
         static_cast<double>(result.blocks);
}

/// Returns whether the first twelve blocks end within that time.
bool holds_fewest(double most, const Group& group, const GroupResult& result) {
  const std::size_t fewest = statistics::kFewestUnits;
  if (result.blocks >= fewest || group.plan.blocks < fewest) return false;
  const std::size_t next = blocks_of_next(group, result);
  const std::size_t rounds = (fewest - result.blocks + next - 1) / next;
  return spent(result) +
             static_cast<double>(rounds) * seconds_of_next(group, result) <=
         most;
}

}  // namespace

bool is_bounded(const Group& group) {
  return !group.measuring.runs && group.measuring.budget.count() > 0;
}

double budget(const Group& group) {
  return std::chrono::duration<double>(group.measuring.budget).count() *
         static_cast<double>(group.relations.size());
}

double share_of_total(const Group& group) {
  return std::chrono::duration<double>(group.measuring.share).count() *
         static_cast<double>(group.relations.size());
}

double budget_of_pilot(const Group& group) {
  const double whole = budget(group);
  const double share = share_of_total(group);
  if (share == 0) return whole;
  return whole == 0 ? share : std::min(whole, share);
}

bool is_over_budget(const Group& group, const GroupResult& result) {
  // Two runs a side decide counts that do not vary.
  if (is_counted(group.measuring.metrics) && result.blocks < 2) return false;
  if (!is_bounded(group)) return false;
  const double spent = runner::spent(result);
  const double another = seconds_of_next(group, result);
  const double is_paid = std::min(result.ahead, group.plan.link_seconds);
  const double most = kOverrun * budget(group);
  return (spent >= budget(group) && !holds_fewest(most, group, result)) ||
         spent + another - is_paid > most;
}

double seconds_of_block(const GroupResult& result) {
  return (result.seconds - result.ahead) / static_cast<double>(result.blocks);
}

double expected_seconds_of_block(const Group& group,
                                 const GroupResult& result) {
  return result.blocks > 0 ? seconds_of_block(result)
                           : group.plan.run_seconds + group.plan.link_seconds;
}

double time_for_links(const Group& group, const GroupResult& result) {
  if (!is_bounded(group)) return std::numeric_limits<double>::infinity();
  const double spent = runner::spent(result);
  // Ending a link takes time, too, and runs may be longer than planned.
  constexpr double kEnding = 0.02;
  const double kept = 2 * group.plan.run_seconds + kEnding * budget(group);
  return std::max(0.0, kOverrun * budget(group) - spent - kept);
}

}  // namespace spl::runner
