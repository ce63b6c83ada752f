#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/run_cost.hpp"

/// The sentence about a budget that is too small, with one that does.
namespace spl::runner {

/// A budget that does not hold the blocks of a first look, if there is a text.
struct Shortage {
  std::string text;   ///< A sentence that names budgets that do; or empty.
  double budget = 0;  ///< A relation's budget for a first look; 0: not known.
  std::string cause = {};  ///< What slow_start_text() says.
};

/// The time that a block took or takes, and the time before the first block.
struct BlockCost {
  double seconds = 0;
  double links = 0;  ///< The part of `seconds` for links.
  double spent = 0;
  std::size_t ready = 0;  ///< Blocks whose links are there already.
};

/// Says "a block of runs takes 1.2 s, so that ..." of a budget that holds so
/// many blocks and not those of a first look.
[[nodiscard]] Shortage short_budget(const Group& group, std::size_t blocks,
                                    const BlockCost& cost);

/// Says "a(1) starts in 2.2 s and measures for 0.01 s: move ..." if most of a
/// block's time is such a start.
[[nodiscard]] std::string slow_start_text(const Group& group,
                                          const RunCosts& costs);

/// Returns the sentence, after its cause.
[[nodiscard]] std::string to_text(const Shortage& shortage);

/// Groups that the time of all relations together ended before a first look.
class TotalShortage {
 public:
  /// `total` is 0 if there is no limit.
  explicit TotalShortage(std::chrono::nanoseconds total);

  /// Takes note of a group without a first look, unless its own budget is used
  /// up, and returns whether it did. Called once more, it changes nothing.
  bool takes(const Group& group, const GroupResult& result);

  /// Returns "3 relations ended before a first look ...", with a total that may
  /// be enough, or nothing if no group was taken; `all` are the results of all
  /// groups.
  [[nodiscard]] std::string text(const std::vector<GroupResult>& all) const;

 private:
  double total_;
  std::set<const Group*> groups_;
  std::size_t relations_ = 0;
  double lacking_ = 0;  ///< Seconds of the blocks before the first looks.
};

/// How `--budget` is given so many seconds, or a little more: "0.3s", "45s".
[[nodiscard]] std::string budget_option(double seconds);

}  // namespace spl::runner
