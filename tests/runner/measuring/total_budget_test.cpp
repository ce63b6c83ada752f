#include "runner/measuring/stopping.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

/// So many blocks, of a second each after a pilot of half a second.
GroupResult made(std::size_t blocks) {
  GroupResult result;
  result.blocks = blocks;
  result.seconds = static_cast<double>(blocks);
  result.pilot_seconds = 0.5;
  return result;
}

TEST(TotalBudget, IsNeverUsedUpWithoutALimit) {
  const Group group;
  TotalBudget budget(0);
  budget.add(group, made(1000), true);
  EXPECT_FALSE(budget.is_used_up());
}

TEST(TotalBudget, KeepsABlockForEachOpenGroup) {
  const Group one;
  const Group other;
  TotalBudget budget(10);
  budget.add(one, made(3), true);
  budget.add(other, made(4), true);
  EXPECT_FALSE(budget.is_used_up());  // 8 s are gone, and 2 s are kept.
  budget.add(one, made(4), true);
  EXPECT_TRUE(budget.is_used_up());
}

TEST(TotalBudget, LeavesTheTimeOfEndedGroupsToOthers) {
  const Group one;
  const Group other;
  TotalBudget budget(10);
  budget.add(one, made(3), true);
  budget.add(one, made(3), false);
  budget.add(other, made(5), true);
  EXPECT_FALSE(budget.is_used_up());
  budget.add(other, made(6), true);
  EXPECT_TRUE(budget.is_used_up());
}

TEST(TotalBudget, EndsSomeGroupsAtALookSoThatItHoldsTheNextOfOthers) {
  // 9 more blocks and a quarter of 27, for each of three groups.
  std::vector<Group> groups(3);
  const auto ended = [&](double seconds) {
    TotalBudget budget(seconds);
    for (const Group& one : groups) budget.add(one, made(18), true);
    std::size_t count = 0;
    for (const Group& one : groups) {
      if (!budget.ends_at_look(one, 27)) continue;
      budget.add(one, made(18), false);
      ++count;
    }
    return count;
  };
  EXPECT_EQ(ended(0), 0U);
  EXPECT_EQ(ended(3 * 18.5 + 48), 0U);
  EXPECT_EQ(ended(3 * 18.5 + 47), 1U);
  EXPECT_EQ(ended(3 * 18.5 + 31), 2U);
  // It holds no look at all: nothing is gained.
  EXPECT_EQ(ended(3 * 18.5 + 15), 0U);
}

TEST(TotalBudget, EndsGroupsWithLongBlocksFirst) {
  const std::vector<Group> groups(2);
  TotalBudget budget(2 * 18.5 + 18 + 16);
  GroupResult slow = made(18);
  slow.seconds = 36;
  budget.add(groups[0], slow, true);
  budget.add(groups[1], made(18), true);
  EXPECT_TRUE(budget.ends_at_look(groups[0], 27));
  EXPECT_FALSE(budget.ends_at_look(groups[1], 27));
}

TEST(TotalBudget, AdmitsGroupsWhoseFirstTwoBlocksItHolds) {
  std::vector<Group> groups(3);
  TotalBudget budget(6);
  for (Group& one : groups) {
    one.plan.run_seconds = 1;
    budget.add(one, made(0), true);  // 1.5 s are gone.
  }
  EXPECT_TRUE(budget.admits(groups[0]));
  EXPECT_TRUE(budget.admits(groups[1]));
  EXPECT_FALSE(budget.admits(groups[2]));
  EXPECT_FALSE(budget.is_used_up());  // 4 s are kept for the others.
  TotalBudget none(0);
  none.add(groups[0], made(0), true);
  EXPECT_TRUE(none.admits(groups[0]));
}

TEST(TotalBudget, KeepsTheBlocksThatEndARoundOfLayouts) {
  Group group;
  group.plan.layouts = 4;
  TotalBudget budget(10);
  budget.add(group, made(4), true);  // Of each layout one: 8 end the next.
  EXPECT_FALSE(budget.is_used_up());
  budget.add(group, made(5), true);
  EXPECT_FALSE(budget.is_used_up());
  budget.add(group, made(8), true);
  EXPECT_TRUE(budget.is_used_up());
}

TEST(TotalBudget, CountsPlannedBlocksBeforeTheFirst) {
  Group group;
  group.plan.run_seconds = 1.5;
  group.plan.link_seconds = 0.5;
  TotalBudget budget(2.25);
  budget.add(group, made(0), true);
  EXPECT_TRUE(budget.is_used_up());
}

}  // namespace
}  // namespace spl::runner
