#include "runner/measuring/budget.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
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

namespace {

constexpr std::size_t kFewestLinks = 3;

/// Returns how many times `each` goes into that time, kMostBlocks at most.
std::size_t held(double time, double each) {
  if (time <= 0) return 0;
  const double count = std::floor(time / each);
  return count >= static_cast<double>(kMostBlocks)
             ? kMostBlocks
             : static_cast<std::size_t>(count);
}

/// Plans to use links again, each for equally many blocks, if there is time for
/// fewer than slow runs take to show and for two blocks of each: then layouts
/// are the units, and more blocks say more about each. Returns 0 if not.
std::size_t blocks_of_links_used_again(const BlockTime& time, std::size_t fresh,
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

/// Plans links of its own for each block, unless there is time for fewer than
/// two, or for few.
std::size_t blocks_of_fresh_links(const BlockTime& time, Plan& plan) {
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

/// Plans links for the first blocks, which are used again.
std::size_t blocks_of_fixed_layouts(const BlockTime& time, std::size_t layouts,
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

}  // namespace

std::size_t blocks_held(const BlockTime& time, std::size_t layouts,
                        Plan& plan) {
  if (layouts > 1) return blocks_of_fixed_layouts(time, layouts, plan);
  if (time.links > 0) return blocks_of_fresh_links(time, plan);
  const std::size_t count = held(time.left, time.runs);
  for (const std::size_t enough : {statistics::kFewestUnits, std::size_t{2}}) {
    if (static_cast<double>(enough) * time.runs > time.most) continue;
    return std::max(count, enough);
  }
  return count;
}

std::size_t spread_over(std::size_t layouts, std::size_t blocks) {
  return blocks > layouts ? blocks - blocks % layouts : blocks;
}

}  // namespace spl::runner
