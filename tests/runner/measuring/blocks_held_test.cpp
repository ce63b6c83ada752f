#include "runner/measuring/budget.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

/// Runs of 4 ms and links in a budget of 101 ms, of which few blocks may use
/// 110 ms.
BlockTime with_links(double seconds) {
  return {0.101, 0.11, 0.004, seconds, 0};
}

TEST(BlocksHeld, AreAsManyAsRunsTakeWithoutLinks) {
  Plan plan;
  EXPECT_EQ(blocks_held(with_links(0), 1, plan), 25U);
  EXPECT_EQ(blocks_held({0.007, 0.009, 0.004, 0, 0}, 1, plan), 2U);
  EXPECT_EQ(blocks_held({0.007, 0.0079, 0.004, 0, 0}, 1, plan), 1U);
  EXPECT_EQ(blocks_held({0.044, 0.0484, 0.004, 0, 0}, 1, plan), 12U);
  EXPECT_EQ(blocks_held({0.044, 0.0479, 0.004, 0, 0}, 1, plan), 11U);
  EXPECT_EQ(blocks_held({-1, -0.9, 0.004, 0, 0}, 1, plan), 0U);
  EXPECT_EQ(blocks_held({1e9, 1e9, 0.004, 0, 0}, 1, plan), kMostBlocks);
}

TEST(BlocksHeld, HaveLinksOfTheirOwnIfThereIsTimeForTwelve) {
  Plan plan;
  EXPECT_EQ(blocks_held(with_links(0.004), 1, plan), 12U);
  EXPECT_EQ(plan.layouts, 1U);
  EXPECT_GT(plan.linked, 12U);
}

TEST(BlocksHeld, UseLinksAgainIfThereIsTimeForFew) {
  Plan plan;
  // Three links leave 41 ms; four would leave less than a quarter.
  EXPECT_EQ(blocks_held(with_links(0.02), 1, plan), 9U);
  EXPECT_EQ(plan.layouts, 3U);
  EXPECT_EQ(plan.linked, 3U);
}

TEST(BlocksHeld, AreOfOneLayoutIfThereIsNoTimeForLinks) {
  Plan plan;
  EXPECT_EQ(blocks_held(with_links(0.2), 1, plan), 5U);
  EXPECT_EQ(plan.linked, 0U);
}

TEST(BlocksHeld, AreSpreadOverFixedLayouts) {
  Plan plan;
  EXPECT_EQ(blocks_held(with_links(0.002), 10, plan), 20U);
  EXPECT_EQ(plan.linked, 10U);
  EXPECT_EQ(spread_over(10, 29), 20U);
  EXPECT_EQ(spread_over(10, 7), 7U);
}

}  // namespace
}  // namespace spl::runner
