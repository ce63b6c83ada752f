#pragma once

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

}  // namespace spl::runner
