#include "runner/measuring/plan.hpp"

#include <gtest/gtest.h>

#include "spl/statistics/sequential/sequential_levels.hpp"
#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

TEST(Plan, TimesAsLongAsAStart) {
  EXPECT_EQ(planned_observations({}, {0.0015, 0, 0.00002}), 75U);
  EXPECT_EQ(planned_observations({}, {0.0001, 0, 0.00002}), 50U);  // Not fewer.
  EXPECT_EQ(planned_observations({}, {0.001, 0, 1e-7}), 1000U);    // Not more.
  EXPECT_EQ(planned_observations({}, {0.001, 0, 0}), 50U);
  Measuring asked;
  asked.observations = 7;
  EXPECT_EQ(planned_observations(asked, kUsual), 7U);
}

// What calls cost without a warm-up depends on how many there are.
TEST(Plan, DrawsNoNumberOfCallsOfAStartUp) {
  Measuring cold;
  cold.warmup = std::chrono::nanoseconds(0);
  EXPECT_EQ(planned_observations(cold, {0.0015, 0, 0.00002}), 50U);
  EXPECT_EQ(planned_observations(cold, {0.0028, 0, 0.00002}), 50U);
  cold.observations = 7;
  EXPECT_EQ(planned_observations(cold, {0.0028, 0, 0.00002}), 7U);
}

// Identical code is faster in longer runs, and a pilot is no exact measure.
TEST(Plan, MakesWhatQuantilesNeed) {
  Measuring measuring = with_budget(5);
  measuring.least_observations = 10'000;
  EXPECT_EQ(planned_observations(measuring, {0.0015, 0, 0.00002}), 10'000U);
  EXPECT_EQ(planned_observations(measuring, {}), 10'000U);
  const Plan held = plan(group_with(measuring), kUsualCosts);
  EXPECT_EQ(held.observations.at(kA), 10'000U);
  EXPECT_EQ(held.blocks, 12U);
  // They do not give way to blocks.
  measuring.budget = std::chrono::seconds(2);
  const Plan few = plan(group_with(measuring), kUsualCosts);
  EXPECT_EQ(few.observations.at(kA), 10'000U);
  EXPECT_EQ(few.blocks, 4U);
  measuring.observations = 7;
  EXPECT_EQ(planned_observations(measuring, kUsual), 7U);
}

TEST(Plan, HasEquallyManyObservationsForAllThatIsCompared) {
  const RunCost dear_start{0.0018, 0.00025, 0.00002};  // For 90 observations.
  const RunCost dearer_start{0.002, 0.00025, 0.00002};
  const Plan both =
      plan(group_with(with_budget(5)), {{kA, dearer_start}, {kB, dear_start}});
  EXPECT_EQ(both.observations.at(kA), 90U);
  EXPECT_EQ(both.observations.at(kB), 90U);
  // One that failed in the pilot does not count.
  const Plan one = plan(group_with(with_budget(5)), {{kA, kUsual}});
  EXPECT_EQ(one.observations.at(kA), 50U);
  EXPECT_EQ(one.observations.at(kB), 50U);
  Measuring asked = with_budget(5);
  asked.observations = 5000;
  EXPECT_EQ(plan(group_with(asked), kUsualCosts).observations.at(kA), 5000U);
}

TEST(Plan, HasTheBlocksThatTheBudgetHolds) {
  // A run takes 2.25 ms.
  EXPECT_EQ(plan(group_with(with_budget(0.062)), kUsualCosts).blocks, 13U);
  EXPECT_EQ(plan(group_with(with_budget(0.062), 3), kUsualCosts).blocks, 41U);
  EXPECT_EQ(plan(group_with(with_budget(0)), kUsualCosts).blocks, kMostBlocks);
  Measuring limited = with_budget(5);
  limited.max_runs = 20;
  EXPECT_EQ(plan(group_with(limited), kUsualCosts).blocks, 20U);
  limited.runs = 300;
  EXPECT_EQ(plan(group_with(limited), kUsualCosts).blocks, 300U);
}

TEST(Plan, TellsWhetherTimeSetsTheBlocks) {
  EXPECT_FALSE(plan(group_with(with_budget(0.062)), kUsualCosts).is_counted);
  EXPECT_TRUE(plan(group_with(with_budget(0)), kUsualCosts).is_counted);
  Measuring limited = with_budget(0.062);  // That holds 13.
  limited.max_runs = 13;
  EXPECT_TRUE(plan(group_with(limited), kUsualCosts).is_counted);
  limited.max_runs = 14;
  EXPECT_FALSE(plan(group_with(limited), kUsualCosts).is_counted);
  limited.runs = 20;
  EXPECT_TRUE(plan(group_with(limited), kUsualCosts).is_counted);
}

TEST(Plan, HasEquallyManyBlocksOfEachLayout) {
  Measuring fixed = with_budget(5);
  fixed.layouts = 10;
  fixed.max_runs = 25;
  const Plan twice = plan(group_with(fixed), kUsualCosts);
  EXPECT_EQ(twice.blocks, 20U);
  EXPECT_TRUE(twice.is_counted);
  fixed.budget = std::chrono::milliseconds(100);  // Of 22 blocks.
  EXPECT_EQ(plan(group_with(fixed), kUsualCosts).blocks, 20U);
  EXPECT_TRUE(plan(group_with(fixed), kUsualCosts).is_counted);
  fixed.budget = std::chrono::milliseconds(80);  // Of 17.
  fixed.observations = 50;
  EXPECT_EQ(plan(group_with(fixed), kUsualCosts).blocks, 10U);
  EXPECT_FALSE(plan(group_with(fixed), kUsualCosts).is_counted);
  fixed.max_runs = 7;  // Too few for one of each.
  EXPECT_EQ(plan(group_with(fixed), kUsualCosts).blocks, 7U);
  fixed.layouts = 2;
  fixed.max_runs = 5;
  Group group = group_with(fixed);
  group.plan = plan(group, kUsualCosts);
  EXPECT_EQ(group.plan.blocks, 4U);
  EXPECT_FALSE(is_short_of_time(group));
  fixed.layouts = 3;
  fixed.budget = std::chrono::milliseconds(25);  // Of five.
  fixed.max_runs = 0;
  fixed.observations = 100;
  group = group_with(fixed);
  group.plan = plan(group, kUsualCosts);
  EXPECT_EQ(group.plan.blocks, 3U);
  EXPECT_TRUE(is_short_of_time(group));
  EXPECT_EQ(fewest_looked(group), 12U);
  group.first_look = statistics::kFirstLook;
  EXPECT_EQ(fewest_looked(group), 6U);
  fixed.observations.reset();
  fixed.max_runs = 0;
  fixed.budget = {};
  EXPECT_EQ(plan(group_with(fixed), kUsualCosts).blocks, kMostBlocks - 1);
  EXPECT_TRUE(plan(group_with(fixed), kUsualCosts).is_counted);
}

// Parts are looked at after 12 blocks, a single test after 5.
TEST(Plan, IsShortOfTimeWhereNoFirstLookIsHeld) {
  Measuring asked = with_budget(0.047);
  asked.observations = 50;
  Group group = group_with(asked);
  group.plan = plan(group, kUsualCosts);
  ASSERT_EQ(group.plan.blocks, 10U);
  EXPECT_EQ(fewest_looked(group), 12U);
  EXPECT_TRUE(is_short_of_time(group));
  group.first_look = statistics::kFirstLook;
  EXPECT_EQ(fewest_looked(group), 5U);
  EXPECT_FALSE(is_short_of_time(group));
}

TEST(Plan, MakesFewerObservationsWhereABudgetIsShort) {
  const RunCost slow{0.001, 0.2, 0.1};
  const RunCosts costs{{kA, slow}, {kB, slow}};
  // 18 blocks of two runs in 24 s leave 0.465 s for observations in a run.
  const Plan short_of_time = plan(group_with(with_budget(24)), costs);
  EXPECT_EQ(short_of_time.observations.at(kA), 4U);
  EXPECT_EQ(short_of_time.blocks, 19U);
  // Twelve of one observation end within 1.1 budgets.
  EXPECT_EQ(plan(group_with(with_budget(7)), costs).blocks, 12U);
  // Not even these: as many as there is time for.
  const Plan shorter = plan(group_with(with_budget(6)), costs);
  EXPECT_EQ(shorter.observations.at(kA), 1U);
  EXPECT_EQ(shorter.blocks, 9U);
  EXPECT_EQ(shorter.warmup, kUsualWarmup);
  Measuring warm = with_budget(6);
  warm.warmup = std::chrono::milliseconds(200);
  const Plan warmed = plan(group_with(warm), costs);
  EXPECT_EQ(warmed.observations.at(kA), 1U);
  EXPECT_EQ(warmed.blocks, 9U);
  // If the start takes long, observations may take a twentieth of it.
  const RunCost slow_start{0.3, 0.00025, 0.00002};
  const RunCosts starts{{kA, slow_start}, {kB, slow_start}};
  EXPECT_EQ(plan(group_with(with_budget(5)), starts).observations.at(kA), 750U);
  // Observations asked for stay as they are.
  Measuring asked = with_budget(10);
  asked.observations = 10;
  EXPECT_EQ(plan(group_with(asked), costs).blocks, 4U);
  EXPECT_EQ(plan(group_with(with_budget(0.18)), costs).blocks, 0U);
}

/// Blocks, and those with links of their own, of what 4.5 ms of runs
/// and so many ms of links leave of 100 ms.
std::pair<std::size_t, std::size_t> with_links(double links, double spent,
                                               std::size_t ready = 0) {
  Measuring asked = with_budget(0.1);
  asked.observations = 50;
  const Plan found =
      plan(group_with(asked), kUsualCosts, {spent / 1000, links / 1000, ready});
  return {found.blocks, std::min(found.linked, found.blocks)};
}

TEST(Plan, CountsLinksAndWhatThePilotTook) {
  using BlocksAndLinks = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(with_links(0, 0), BlocksAndLinks(22, 22));
  EXPECT_EQ(with_links(0, 9), BlocksAndLinks(20, 20));
  EXPECT_EQ(with_links(5, 10), BlocksAndLinks(9, 9));
  // Those of a pool are more than there is time for, or less.
  EXPECT_EQ(with_links(20, 30, 60), BlocksAndLinks(15, 15));
  EXPECT_EQ(with_links(20, 30, 6), BlocksAndLinks(7, 7));
}

TEST(Plan, UsesLinksAgainWhereThereIsTimeForFew) {
  using BlocksAndLinks = std::pair<std::size_t, std::size_t>;
  // Two links leave 30 ms for runs: of three blocks each, not of two in all.
  EXPECT_EQ(with_links(20, 30), BlocksAndLinks(6, 2));
  EXPECT_EQ(with_links(20, 30, 1), BlocksAndLinks(6, 3));  // One is there.
  EXPECT_EQ(with_links(92, 10, 6), BlocksAndLinks(18, 6));
  // Four or more would be more than three quarters of 90 ms.
  EXPECT_EQ(with_links(18, 10), BlocksAndLinks(6, 3));
  EXPECT_EQ(with_links(15, 10),
            BlocksAndLinks(4, 4));  // No two blocks of each.
  // Twelve blocks with links of their own are a sample of layouts.
  EXPECT_EQ(with_links(2.5, 10), BlocksAndLinks(12, 12));
}

TEST(Plan, CountsLayoutsThatBlocksShare) {
  Measuring asked = with_budget(0.1);
  asked.observations = 50;
  Group group = group_with(asked);
  group.plan = plan(group, kUsualCosts, {0.03, 0.02, 0});
  EXPECT_EQ(group.plan.layouts, 2U);
  EXPECT_TRUE(uses_links_again(group));
  EXPECT_TRUE(is_short_of_time(group));
  group.measuring.max_runs = 5;  // As many of each.
  EXPECT_EQ(plan(group, kUsualCosts, {0.03, 0.02, 0}).blocks, 4U);
  group.measuring.layouts = 2;  // They are asked for.
  group.plan = plan(group, kUsualCosts, {0.03, 0.02, 0});
  EXPECT_FALSE(uses_links_again(group));
}

TEST(Plan, MeasuresProgramsAsBuiltWhereLinksTakeTooLong) {
  using BlocksAndLinks = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(with_links(45, 10), BlocksAndLinks(2, 2));  // That ends at 109 ms.
  EXPECT_EQ(with_links(46, 10), BlocksAndLinks(2, 1));
  EXPECT_EQ(with_links(90, 10), BlocksAndLinks(2, 1));
  EXPECT_EQ(with_links(92, 10), BlocksAndLinks(5, 0));
  EXPECT_EQ(with_links(92, 85), BlocksAndLinks(3, 0));
  EXPECT_EQ(with_links(92, 102), BlocksAndLinks(0, 0));
}

/// Costs of runs whose observations are single calls.
RunCosts costs_of_calls(double a, double b) {
  RunCosts costs;
  for (const auto& [performance, seconds] : {std::pair(kA, a), {kB, b}}) {
    RunCost& cost = costs[performance];
    cost.start = 0.001;
    cost.observation = seconds;
    cost.iterations = 1;
  }
  return costs;
}

// Blocks of 70 ms against 105 ms take 0.352 s, with one call before the first
// that counts.
TEST(Plan, WarmsUpByTheTimeOfACallWhateverTheBudget) {
  for (const double budget : {0.3, 5.0, 50.0}) {
    const Plan found =
        plan(group_with(with_budget(budget)), costs_of_calls(0.07, 0.105));
    EXPECT_EQ(found.calls.at(kA), (Calls{1, 1})) << budget;
    EXPECT_EQ(found.calls.at(kB), (Calls{1, 1})) << budget;
  }
  const Plan found =
      plan(group_with(with_budget(5)), costs_of_calls(0.07, 0.105));
  EXPECT_EQ(found.observations.at(kA), 1U);
  EXPECT_EQ(found.blocks, 14U);
  Measuring cold = with_budget(5);
  cold.warmup = std::chrono::nanoseconds(0);
  EXPECT_TRUE(
      plan(group_with(cold), costs_of_calls(0.07, 0.105)).calls.empty());
}

TEST(Plan, MakesMoreCallsOfASideThatIsFarQuicker) {
  RunCosts costs = costs_of_calls(0.9, 12e-6);
  const Plan found = plan(group_with(with_budget(5)), costs);
  EXPECT_EQ(found.observations.at(kA), 1U);
  // A hundredth of 0.9 s would be 750, but so many are planned anyway.
  EXPECT_EQ(found.observations.at(kB), 50U);
  EXPECT_EQ(found.calls.at(kB), (Calls{1, 84}));
}

TEST(Plan, RepeatsLittleWhatSetsUpForLong) {
  RunCost slow = kUsual;
  slow.iterations = 1;
  slow.setup = 0.02;
  slow.warmups = 2;
  EXPECT_EQ(planned_observations({}, slow), 5U);
  slow.setup = slow.observation / 2;
  EXPECT_EQ(planned_observations({}, slow), 50U);
  slow.setup = 0.001;  // As a disturbance of the pilot's longer run makes it.
  EXPECT_EQ(planned_observations({}, slow), 50U);
  slow.setup = 0.02;
  const RunCosts costs{{kA, slow}, {kB, slow}};
  const Plan result = plan(group_with(with_budget(6)), costs, {});
  EXPECT_EQ(result.observations.at(kA), 5U);
  EXPECT_EQ(result.calls.at(kA).warmup, 2U);
  EXPECT_NEAR(result.run_seconds, 2 * (0.001 + 7 * 0.02002), 1e-9);
}

}  // namespace
}  // namespace spl::runner
