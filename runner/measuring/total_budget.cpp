#include "runner/measuring/total_budget.hpp"

#include "runner/measuring/budget.hpp"

namespace spl::runner {

void TotalBudget::add(const Group& group, const GroupResult& result,
                      bool is_open) {
  const double block = result.blocks > 0
                           ? seconds_of_block(result)
                           : group.plan.run_seconds + group.plan.link_seconds;
  const Share now{spent(result), is_open ? block : 0};
  Share& before = shares_[&group];
  spent_ += now.spent - before.spent;
  next_blocks_ += now.next_block - before.next_block;
  before = now;
}

bool TotalBudget::is_used_up() const {
  return seconds_ > 0 && spent_ + next_blocks_ > seconds_;
}

}  // namespace spl::runner
