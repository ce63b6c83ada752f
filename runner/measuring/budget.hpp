#pragma once

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"

/// The time that a group of relations may take, and how much of it is used up.
namespace spl::runner {

/// How much longer than the budget a relation may take: two blocks are made
/// where they end by then.
inline constexpr double kOverrun = 1.1;

/// Whether the budget bounds what the group takes, its pilot too: unless the
/// number of blocks is asked for, or no budget is set.
[[nodiscard]] bool is_bounded(const Group& group);

/// Of all relations of the group together, in seconds.
[[nodiscard]] double budget(const Group& group);

/// Whether the group's pilot, links and blocks took the budget of all its
/// relations, or another block, as long as those were, would take it beyond
/// kOverrun; where all layouts have a block, another one of each. Never where
/// it is not bounded.
[[nodiscard]] bool is_over_budget(const Group& group,
                                  const GroupResult& result);

/// What a block of those that were made took, its own links included.
[[nodiscard]] double seconds_of_block(const GroupResult& result);

/// What links of the group's next block may take so that it ends within
/// kOverrun; without end where the group is not bounded.
[[nodiscard]] double time_for_links(const Group& group,
                                    const GroupResult& result);

}  // namespace spl::runner
