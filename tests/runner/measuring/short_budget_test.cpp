#include "runner/measuring/short_budget.hpp"

#include <gtest/gtest.h>

#include "runner/measuring/plan.hpp"
#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

TEST(ShortBudget, HasUnitsThatSuit) {
  EXPECT_EQ(short_budget(group_with(with_budget(0.01)), 3,
                         {0.00253688333333333, 0, 0})
                .text,
            "a block of runs takes 2.54 ms, so that a budget of 10 ms holds "
            "only 3 blocks; --budget 0.1s holds 12");
}

// Blocks took longer than is expected of the next ones.
TEST(ShortBudget, NamesNoBudgetBelowTheOneThatIsTooShort) {
  EXPECT_EQ(short_budget(group_with(with_budget(2)), 11, {0.14, 0, 0}).text,
            "a block of runs takes 140 ms, so that a budget of 2 s holds only "
            "11 blocks; --budget 2.2s holds 12");
}

TEST(ShortBudget, SaysForHowManyBlocksLinksAreUsed) {
  Measuring asked = with_budget(0.1);
  asked.observations = 50;
  Group group = group_with(asked);
  group.plan = plan(group, kUsualCosts, {0.03, 0.02, 0});
  EXPECT_EQ(short_budget(group, group.plan.blocks,
                         {block_seconds(group.plan, kUsualCosts), 0.02, 0.03})
                .text,
            "links for a block take 20 ms, so that a budget of 100 ms holds "
            "only 2 of them, each for 3 blocks; --budget 0.4s holds 12");
}

TEST(ShortBudget, NamesTheBudgetOfTwoBlocksWhereItHoldsNone) {
  const Shortage shortage =
      short_budget(group_with(with_budget(1)), 0, {3, 0, 0.5});
  EXPECT_EQ(shortage.text,
            "a block of runs takes 3 s, so that a budget of 1 s holds no two "
            "blocks; --budget 37s holds 12");
  EXPECT_DOUBLE_EQ(shortage.budget, 36.5);
}

TEST(ShortBudget, NamesTheObservationsThatQuantilesNeed) {
  Group group = group_with(with_budget(1));
  group.measuring.least_observations = 10'000;
  EXPECT_EQ(short_budget(group, 4, {0.25, 0, 0}).text,
            "a block of runs of 10000 observations, of which quantiles need as "
            "many, takes 250 ms, so that a budget of 1 s holds only 4 blocks; "
            "--budget 3s holds 12");
  // Those of the parametric interpretation are no news.
  group.measuring.least_observations = 2;
  EXPECT_EQ(short_budget(group, 4, {0.25, 0, 0}).text,
            "a block of runs takes 250 ms, so that a budget of 1 s holds only "
            "4 blocks; --budget 3s holds 12");
}

TEST(TotalShortage, NamesATotalThatMayHoldFirstLooks) {
  const Group group = group_with(with_budget(100));
  GroupResult result;
  result.blocks = 4;
  result.seconds = 8;
  TotalShortage shortage(std::chrono::seconds(10));
  EXPECT_EQ(shortage.text({result}), "");
  EXPECT_TRUE(shortage.takes(group, result));
  const char* const text =
      "1 relation ended before a first look, for all together have 10 s; "
      "--budget-total 26s may hold a first look at each";
  EXPECT_EQ(shortage.text({result}), text);
  EXPECT_TRUE(shortage.takes(group, result));
  EXPECT_EQ(shortage.text({result}), text);
}

TEST(TotalShortage, PlansWhatHasNoBlocks) {
  Group group = group_with(with_budget(100));
  group.plan.run_seconds = 1.5;
  group.plan.link_seconds = 0.5;
  GroupResult result;
  result.pilot_seconds = 2;
  TotalShortage shortage(std::chrono::seconds(10));
  EXPECT_TRUE(shortage.takes(group, result));
  EXPECT_EQ(shortage.text({result}),
            "1 relation ended before a first look, for all together have 10 s; "
            "--budget-total 28s may hold a first look at each");
}

TEST(TotalShortage, IsNoneOfABudgetOfOnesOwn) {
  GroupResult result;
  result.blocks = 4;
  result.seconds = 8;
  EXPECT_FALSE(TotalShortage(std::chrono::seconds(10))
                   .takes(group_with(with_budget(1)), result));
  EXPECT_FALSE(TotalShortage(std::chrono::seconds(0))
                   .takes(group_with(with_budget(100)), result));
}

TEST(ShortBudget, IsRoundedUp) {
  EXPECT_EQ(budget_option(0.21), "0.3s");
  EXPECT_EQ(budget_option(0.3), "0.3s");
  EXPECT_EQ(budget_option(44.1), "45s");
}

}  // namespace
}  // namespace spl::runner
