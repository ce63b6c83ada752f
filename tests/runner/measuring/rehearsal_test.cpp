#include "runner/measuring/rehearsal.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

TEST(Pilot, HasNoBlockWhereAllIsAskedFor) {
  Measuring asked;
  asked.runs = 10;
  EXPECT_EQ(pilot_plan(group_with(asked)).blocks, 1U);
  asked.observations = 2;
  EXPECT_EQ(pilot_plan(group_with(asked)).blocks, 0U);
  asked.runs.reset();
  EXPECT_EQ(pilot_plan(group_with(asked)).observations.at(kA), 2U);
}

TEST(Pilot, MakesLongerRunsWhereSetUpMayBeRepeated) {
  const Group group = group_with(with_budget(5));
  EXPECT_EQ(longer_pilot_plan(group, kUsualCosts).blocks, 0U);
  RunCost repeating = kUsual;
  repeating.start = 0;
  repeating.setup = 0.001;
  repeating.warmups = 2;
  const RunCosts costs{{kA, repeating}, {kB, repeating}};
  const Plan longer = longer_pilot_plan(group, costs);
  EXPECT_EQ(longer.blocks, 1U);
  EXPECT_EQ(longer.observations.at(kA), 30U);
  repeating.setup = 0.025;  // A tenth of the budget holds ten of each.
  const RunCosts slow{{kA, repeating}, {kB, repeating}};
  EXPECT_EQ(longer_pilot_plan(group, slow).observations.at(kB), 8U);
  EXPECT_EQ(longer_pilot_plan(group_with(with_budget(2)), slow).blocks, 0U);
  EXPECT_EQ(
      longer_pilot_plan(group_with(with_budget(0)), slow).observations.at(kB),
      30U);
}

TEST(Rehearsal, IsAsPlanned) {
  const Plan plan = rehearsal_plan(group_with(with_budget(5)), kUsualCosts,
                                   {{kA, std::chrono::milliseconds(1)}});
  EXPECT_EQ(plan.blocks, 3U);
  EXPECT_EQ(plan.observations.at(kB), 50U);
  EXPECT_EQ(plan.warmup, std::chrono::milliseconds(1));
}

TEST(Rehearsal, TakesShortRunsWhereOthersTakeLongOrWarmUpAsAskedFor) {
  // Blocks of 30 observations take 0.3 s, of three 0.12 s.
  const RunCost slow{0.05, 0, 0.00333};
  const RunCosts costs{{kA, slow}, {kB, slow}};
  const Plan shorter = rehearsal_plan(group_with(with_budget(5)), costs, {});
  EXPECT_EQ(shorter.blocks, 1U);
  EXPECT_EQ(shorter.observations.at(kA), 3U);
  EXPECT_EQ(rehearsal_plan(group_with(with_budget(1)), costs, {}).blocks, 0U);
  EXPECT_EQ(rehearsal_plan(group_with(with_budget(0)), costs, {}).blocks, 3U);
  Measuring asked = with_budget(5);
  asked.warmup = std::chrono::milliseconds(2);
  const Plan as_asked = rehearsal_plan(group_with(asked), kUsualCosts, {});
  EXPECT_EQ(as_asked.blocks, 1U);
  EXPECT_EQ(as_asked.warmup, std::chrono::milliseconds(2));
}

statistics::Run run(double slope) {
  std::vector<double> observations;
  for (int i = 0; i < 30; ++i) observations.push_back(100 + slope * i);
  return observations;
}

TEST(Rehearsal, GoesOnWhereOneGetsFasterInAllItsRuns) {
  const Group group = group_with(with_budget(5));
  RehearsalRule rule;
  GroupResult result;
  result.performances[kA].observations.push_back(run(1));
  result.performances[kB].observations.push_back(run(-1));
  rule.look(group, result);
  EXPECT_TRUE(rule.needs_more(kRelation));
  result.performances[kA].observations.push_back(run(-1));
  result.performances[kB].observations.push_back(run(0));
  rule.look(group, result);
  EXPECT_FALSE(rule.needs_more(kRelation));
}

TEST(Rehearsal, LengthensTheWarmUpOfAllThatIsCompared) {
  Group group = group_with(with_budget(5));
  GroupResult result;
  Warmups warmups;
  RunCosts costs = {{kA, kUsual}};
  for (result.blocks = 1; result.blocks < 3; ++result.blocks) {
    result.performances[kA].observations.push_back(run(1));
    result.performances[kB].observations.push_back(run(-1));
    // It may be chance.
    EXPECT_FALSE(lengthen(group, result, warmups, costs));
  }
  result.performances[kB].observations.push_back(run(0));
  EXPECT_FALSE(lengthen(group, result, warmups, costs));
  result.performances[kB].observations.back() = run(-1);
  EXPECT_TRUE(lengthen(group, result, warmups, costs));
  EXPECT_EQ(warmups.at(kA), std::chrono::milliseconds(1));
  EXPECT_EQ(warmups.at(kB), std::chrono::milliseconds(1));
  group.plan.warmup = std::chrono::milliseconds(4);
  EXPECT_TRUE(lengthen(group, result, warmups, costs));
  group.plan.warmup = std::chrono::milliseconds(16);
  EXPECT_FALSE(lengthen(group, result, warmups, costs));
  EXPECT_EQ(warmups.at(kA), std::chrono::milliseconds(16));
  // So that budgets and blocks are planned with it.
  EXPECT_DOUBLE_EQ(costs.at(kA).warmup, 0.016);
  EXPECT_FALSE(costs.contains(kB));
}

}  // namespace
}  // namespace spl::runner
