#pragma once

#include <string>

#include "runner/measuring/grouping.hpp"
#include "runner/measuring/stopping_rule.hpp"

/// How much is measured: found from what a pilot's runs cost, never from what
/// they show.
namespace spl::runner {

/// What a run of one performance takes, in seconds.
struct RunCost {
  double start = 0;  ///< All but what follows.
  double warmup = 0;
  double observation = 0;  ///< Its untimed parts included.
  double iterations = 0;   ///< Of an observation; 0: not known.

  [[nodiscard]] double of(std::uint64_t observations) const {
    return start + warmup + observation * static_cast<double>(observations);
  }
  /// The same of runs that make these calls.
  [[nodiscard]] RunCost with(const Calls& calls) const;
};
using RunCosts = std::map<logic::Performance, RunCost>;

/// What of a group's budget is not for the runs of its blocks.
struct Overhead {
  double spent = 0;  ///< Before the first block.
  double links = 0;  ///< Of a block, its fresh links; 0 where there are none.
  std::size_t ready = 0;  ///< So many blocks have theirs at no cost.
};

/// A block of short runs, whose results are not counted. No block where nothing
/// is to be planned.
[[nodiscard]] Plan pilot_plan(const Group& group);

/// How long the runs of performances are to warm up, where that is longer than
/// usual.
using Warmups = std::map<logic::Performance, std::chrono::nanoseconds>;

/// What follows the pilot and is not counted either: three blocks as they are
/// planned, to see whether the warm-up is long enough. If it was asked for, or
/// a tenth of the budget of the group's relations does not hold them, another
/// block of short runs; none if it does not hold that.
[[nodiscard]] Plan rehearsal_plan(const Group& group, const RunCosts& costs,
                                  const Warmups& warmups);

/// Ends a rehearsal where no performance got faster in all its runs so far.
class RehearsalRule : public StoppingRule {
 public:
  [[nodiscard]] bool needs_more(const logic::Relation& relation) const override;
  void look(const Group& group, const GroupResult& result) override;

 private:
  std::set<const logic::Relation*> done_;
};

/// Four times the warm-up for all performances of the group, up to 16 ms, where
/// in all three blocks of its rehearsal the same one got faster (falls() in
/// trend.hpp), and in what their runs cost; whether it is. Where neighbours are
/// busy many runs drift, either way and however long they warm up.
bool lengthen(const Group& group, const GroupResult& rehearsal,
              Warmups& warmups, RunCosts& costs);

/// What the cheapest run of each performance took, these and those known: what
/// disturbs a run only lengthens it. Without performances that failed.
void add_run_costs(const std::vector<GroupResult>& pilot, RunCosts& costs);

/// The observations of a run, where none are asked for: so many that they take
/// as long as the start does, but at least 50 and at most 1000, or what
/// quantiles need.
[[nodiscard]] std::uint64_t planned_observations(const Measuring& measuring,
                                                 const RunCost& cost);

[[nodiscard]] RunSeconds run_seconds(const std::vector<Group>& groups,
                                     const RunCosts& costs);

/// How much longer than the budget a relation may take: two blocks are made
/// where they end by then.
inline constexpr double kOverrun = 1.1;

/// Whether the budget bounds what the group takes, its pilot too: unless the
/// number of blocks is asked for, or no budget is set.
[[nodiscard]] bool is_bounded(const Group& group);

/// Of all relations of the group together, in seconds.
[[nodiscard]] double budget(const Group& group);

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

/// So many blocks at most where links were done in time for so many: another
/// one is of a layout that no other has, and two are the fewest.
[[nodiscard]] std::size_t blocks_with(std::size_t linked);

/// At most so many blocks, equally many of each layout if there are enough.
[[nodiscard]] std::size_t spread_over(std::size_t layouts, std::size_t blocks);

inline constexpr std::size_t kMostBlocks = 10'000;

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

/// Whether there is time for so few links that each is for several blocks.
[[nodiscard]] bool uses_links_again(const Group& group);

/// Whether the plan has fewer blocks than a first look, and not because so few
/// are wanted, or no links of their own for all of them.
[[nodiscard]] bool is_short_of_time(const Group& group);

/// What a block took or takes, and what went before the first.
struct BlockCost {
  double seconds = 0;
  double links = 0;  ///< Of that.
  double spent = 0;
  std::size_t ready = 0;  ///< So many blocks have their links already.
};

/// "a block of runs takes 1.2 s, so that ...", of a budget that does not hold
/// those of a first look.
[[nodiscard]] std::string short_budget(const Group& group, std::size_t blocks,
                                       const BlockCost& cost);

/// How `--budget` is given so many seconds, or a little more: "0.3s", "45s".
[[nodiscard]] std::string budget_option(double seconds);

}  // namespace spl::runner
