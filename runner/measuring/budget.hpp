#pragma once

#include <cstddef>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"

/// The time that a group of relations may take, and how much of it is used up.
namespace spl::runner {

/// The factor by which a relation may overrun its budget: two blocks, and the
/// twelve that judge slow runs, are made if they end by then.
inline constexpr double kOverrun = 1.1;

/// Returns whether the budget bounds what the group takes, its pilot included:
/// not if the number of blocks is asked for or no budget is set.
[[nodiscard]] bool is_bounded(const Group& group);

/// Returns the budget of all relations of the group together, in seconds.
[[nodiscard]] double budget(const Group& group);

/// Returns the group's equal share of the time of all relations together, in
/// seconds; 0: no limit.
[[nodiscard]] double share_of_total(const Group& group);

/// Returns what the pilot's parts are measured by: the budget, or the group's
/// share of the time of all if that is less. In seconds; 0: no limit.
[[nodiscard]] double budget_of_pilot(const Group& group);

/// Returns whether the budget is used up: the group's pilot, links and blocks
/// took all of it and the first twelve, if planned, do not end within kOverrun,
/// or another block of the same length (once all layouts have a block, another
/// one of each) would take it beyond kOverrun. False if the group is not
/// bounded.
[[nodiscard]] bool is_over_budget(const Group& group,
                                  const GroupResult& result);

/// Returns the mean time of the blocks made so far, their own links included,
/// in seconds.
[[nodiscard]] double seconds_of_block(const GroupResult& result);

/// Returns the same, or what is planned if there are no blocks yet.
[[nodiscard]] double expected_seconds_of_block(const Group& group,
                                               const GroupResult& result);

/// Returns how many seconds the links of the group's next block may take if it
/// is to end within kOverrun; infinity if the group is not bounded.
[[nodiscard]] double time_for_links(const Group& group,
                                    const GroupResult& result);

/// The time that there is for blocks, in seconds.
struct BlockTime {
  double left;        ///< The rest of the budget.
  double most;        ///< The same, with what 2 or 12 blocks may overrun.
  double runs;        ///< A block's runs.
  double links;       ///< A block's own links.
  std::size_t ready;  ///< Blocks whose links are there already.

  /// Returns what that many blocks with links of their own take.
  [[nodiscard]] double of(std::size_t blocks) const {
    const std::size_t missing = blocks > ready ? blocks - ready : 0;
    return static_cast<double>(blocks) * runs +
           static_cast<double>(missing) * links;
  }

  /// Returns what is left for runs if that many links are made.
  [[nodiscard]] double beside(std::size_t linked) const {
    return left - of(linked) + static_cast<double>(linked) * runs;
  }
};

/// Links take no more of a budget than this if that leaves three.
inline constexpr double kShareOfLinks = 0.75;

/// Returns how many blocks of that many fixed layouts (1: each has its own)
/// there is time for; sets how many of them the plan links, and how many
/// layouts it has if links are used again.
[[nodiscard]] std::size_t blocks_held(const BlockTime& time,
                                      std::size_t layouts, Plan& plan);

/// Rounds a number of blocks down so that each layout gets equally many; leaves
/// fewer blocks than layouts as they are.
[[nodiscard]] std::size_t spread_over(std::size_t layouts, std::size_t blocks);

}  // namespace spl::runner
