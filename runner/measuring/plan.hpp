#pragma once

#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/run_cost.hpp"

/// Plans how much is measured, by what a pilot's runs cost and never by what
/// they show.
namespace spl::runner {

/// The part of a group's budget that is not for the runs of its blocks, in
/// seconds.
struct Overhead {
  double spent = 0;       ///< Before the first block.
  double links = 0;       ///< A block's fresh links; 0 if there are none.
  std::size_t ready = 0;  ///< Blocks whose links are there at no cost.
};

/// Plans runs of that many observations, with the warm-up asked for or else the
/// usual one, and no blocks.
[[nodiscard]] Plan plan_of_runs(const Group& group, std::uint64_t observations);

/// Returns the observations of a run. If none are asked for, they take as long
/// as its start does, but are at least 50 and at most 1000, or as many as
/// quantiles need. Of commands they take some milliseconds.
[[nodiscard]] std::uint64_t planned_observations(const Measuring& measuring,
                                                 const RunCost& cost);

/// Returns how many observations of `each` seconds take a hundredth of the time
/// of a slow side, at least one and at most 1000.
[[nodiscard]] std::uint64_t observations_beside(double slow_seconds,
                                                double each);

[[nodiscard]] RunSeconds run_seconds(const std::vector<Group>& groups,
                                     const RunCosts& costs);

/// Plans equally many observations in all runs, and the blocks that are asked
/// for; else the blocks that max_runs and the budgets of all relations of the
/// group hold, at most kMostBlocks, and equally many of each fixed layout. If
/// the budget does not hold 18 blocks (or more, so that layouts get equally
/// many), runs get fewer observations; if it does not hold 12, down to one or
/// as many as quantiles need. Those of a side that is far quicker than the
/// slowest are then more: as many as take a hundredth of the time. If it holds
/// fresh links for fewer than 12 blocks, and several blocks of each, links are
/// used again: three, or as many as three quarters of the budget hold. If it
/// does not hold fresh links for two blocks, the second or both run the
/// programs as they were built. If it does not hold two blocks, the plan has
/// none. Performances without costs, which failed in the pilot, cost nothing.
/// The calls of runs are those of calls.hpp, unless a run begins cold, with
/// single iterations. Runs that Valgrind counts have one observation of equally
/// many calls.
[[nodiscard]] Plan plan(const Group& group, const RunCosts& costs,
                        const Overhead& overhead = {});

/// Returns the most blocks if links were done in time for `linked` blocks:
/// another one is of a layout that no other has, and two are the fewest.
[[nodiscard]] std::size_t blocks_with(std::size_t linked);

/// Returns the blocks of a first look at all relations of the group, rounded up
/// so that all fixed layouts get equally many.
[[nodiscard]] std::size_t fewest_looked(const Group& group);

/// Returns how long a block takes as planned, with its part of the links, in
/// seconds.
[[nodiscard]] double block_seconds(const Plan& plan, const RunCosts& costs);

/// Returns how long all blocks take, without links that are there already, in
/// seconds.
[[nodiscard]] double planned_seconds(const Plan& plan, const RunCosts& costs);

/// Returns whether all blocks run the programs as they were built, for want of
/// time to link them again: then there is one layout, however many blocks there
/// are.
[[nodiscard]] bool is_of_one_layout(const Group& group,
                                    const GroupResult& result);

/// Returns whether some blocks run the programs as they were built, for want of
/// time to link them again.
[[nodiscard]] bool lacks_links(const Group& group);

/// Returns whether time for links is so short that each is used by several
/// blocks.
[[nodiscard]] bool uses_links_again(const Group& group);

/// Returns whether time is too short: for the blocks of a first look, unless
/// fewer are wanted, or for links of their own for all blocks.
[[nodiscard]] bool is_short_of_time(const Group& group);

/// Returns whether time is short for nothing but the blocks of a first look.
/// The budget then ends the blocks, for a pilot's few runs may have waited
/// longer than others will.
[[nodiscard]] bool is_ended_by_budget(const Group& group);

}  // namespace spl::runner
