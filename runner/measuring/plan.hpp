#pragma once

#include <chrono>
#include <map>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/run_cost.hpp"

/// How much is measured: found from what a pilot's runs cost, never from what
/// they show.
namespace spl::runner {

/// What of a group's budget is not for the runs of its blocks.
struct Overhead {
  double spent = 0;  ///< Before the first block.
  double links = 0;  ///< Of a block, its fresh links; 0 where there are none.
  std::size_t ready = 0;  ///< So many blocks have theirs at no cost.
};

/// How long the runs of performances are to warm up, where that is longer than
/// usual.
using Warmups = std::map<logic::Performance, std::chrono::nanoseconds>;

/// Plans runs of that many observations with the longest warm-up that any of
/// the performances needs, or the one asked for, and no blocks.
[[nodiscard]] Plan plan_of_runs(const Group& group, std::uint64_t observations,
                                const Warmups& warmups);

/// Returns how many observations all runs of the group have: the fewest that
/// any of its performances is planned. Those without costs do not count.
[[nodiscard]] std::uint64_t common_observations(const Group& group,
                                                const RunCosts& costs);

/// The observations of a run, where none are asked for: so many that they take
/// as long as the start does, but at least 50 and at most 1000, or what
/// quantiles need.
[[nodiscard]] std::uint64_t planned_observations(const Measuring& measuring,
                                                 const RunCost& cost);

[[nodiscard]] RunSeconds run_seconds(const std::vector<Group>& groups,
                                     const RunCosts& costs);

/// Equally many observations in all runs; as many blocks as are asked for, else
/// as many as the budgets of all relations of the group and max_runs hold, at
/// most kMostBlocks, and equally many of each fixed layout. Where a budget does
/// not hold 12 blocks (or more, so that layouts get equally many) the runs get
/// fewer observations, down to one or what quantiles need. Where it does not
/// hold the blocks of a first look then there is no warm-up, unless it is asked
/// for, where each observation takes 10 ms or more. Where it holds fresh links
/// for fewer than 12 blocks, and several blocks of each, the links are used
/// again, and take three quarters of it at most, or are three. Where it does
/// not hold fresh links for two blocks, the second or both are of the programs
/// as they were built. Where it does not hold two blocks the plan has none.
/// Performances without costs, which failed in the pilot, cost nothing. All
/// make the same calls, unless they are too far apart (calls.hpp) or a run
/// begins cold, with single iterations. The
/// warm-up is what is asked for, else the longest that any of the performances
/// needs.
[[nodiscard]] Plan plan(const Group& group, const RunCosts& costs,
                        const Warmups& warmups = {},
                        const Overhead& overhead = {});

/// So many blocks at most where links were done in time for so many: another
/// one is of a layout that no other has, and two are the fewest.
[[nodiscard]] std::size_t blocks_with(std::size_t linked);

/// Blocks of a first look at all relations of the group, or so many more that
/// all fixed layouts get equally many.
[[nodiscard]] std::size_t fewest_looked(const Group& group);

/// What a block takes as planned, with its part of links that it makes.
[[nodiscard]] double block_seconds(const Plan& plan, const RunCosts& costs);

/// What all blocks take, without links that are there.
[[nodiscard]] double planned_seconds(const Plan& plan, const RunCosts& costs);

/// Whether all blocks are of the programs as they were built, for want of time
/// to link them again: then the layout is one, however many blocks there are.
[[nodiscard]] bool is_of_one_layout(const Group& group,
                                    const GroupResult& result);

/// Whether some blocks are of the programs as they were built, for want of time
/// to link them again.
[[nodiscard]] bool lacks_links(const Group& group);

/// Whether there is time for so few links that each is for several blocks.
[[nodiscard]] bool uses_links_again(const Group& group);

/// Whether the plan has fewer blocks than a first look, and not because so few
/// are wanted, or no links of their own for all of them.
[[nodiscard]] bool is_short_of_time(const Group& group);

}  // namespace spl::runner
