#include "runner/measuring/stopping.hpp"

#include <algorithm>
#include <limits>

#include "runner/measuring/budget.hpp"

namespace spl::runner {
namespace {

/// Returns the blocks after which the group may end: two are the fewest, and
/// once all fixed layouts have a block, each needs another one.
std::size_t blocks_to_end(std::size_t blocks, std::size_t layouts) {
  if (blocks < 2) return 2 - blocks;
  return blocks < layouts ? 1 : layouts - blocks % layouts;
}

}  // namespace

void TotalBudget::add(const Group& group, const GroupResult& result,
                      bool is_open) {
  const double block = expected_seconds_of_block(group, result);
  const auto kept =
      static_cast<double>(blocks_to_end(result.blocks, group.plan.layouts));
  const Share now{spent(result), is_open ? kept * block : 0, result.blocks,
                  block};
  Share& before = shares_[&group];
  spent_ += now.spent - before.spent;
  next_blocks_ += now.next_blocks - before.next_blocks;
  before = now;
}

bool TotalBudget::admits(const Group& group) {
  Share& share = shares_[&group];
  const double wanted = spent_ + admitted_ + share.next_blocks;
  if (seconds_ == 0 || wanted <= kOverrun * seconds_) {
    admitted_ += share.next_blocks;
    return true;
  }
  next_blocks_ -= share.next_blocks;
  share.next_blocks = 0;
  return false;
}

bool TotalBudget::is_used_up() const {
  return seconds_ > 0 && spent_ + next_blocks_ > seconds_;
}

bool TotalBudget::ends_at_look(const Group& group, std::size_t next) const {
  if (seconds_ == 0) return false;
  // A relation that a look settles takes a pair of long runs.
  constexpr double kLongPair = 0.25;
  const auto whole = static_cast<double>(next);
  const auto needed = [&](const Share& share) {
    const double blocks = whole - static_cast<double>(share.blocks);
    return share.block * (std::max(0.0, blocks) + kLongPair * whole);
  };
  const Share& own = shares_.at(&group);
  const double left = seconds_ - spent_;
  double of_others = 0;
  for (const auto& [other, share] : shares_) {
    const bool is_before =
        other != &group && share.next_blocks > 0 &&
        std::pair(share.block, other) < std::pair(own.block, &group);
    if (is_before) of_others += needed(share);
  }
  const bool holds_others = of_others > 0 && of_others <= left;
  return holds_others && of_others + needed(own) > left;
}

double TotalBudget::left_by(const std::vector<GroupResult>& results) const {
  if (seconds_ == 0) return std::numeric_limits<double>::infinity();
  double left = seconds_;
  for (const GroupResult& one : results) left -= spent(one);
  return std::max(0.0, left);
}

}  // namespace spl::runner
