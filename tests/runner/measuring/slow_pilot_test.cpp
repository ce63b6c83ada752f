#include "runner/measuring/pilot.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

TEST(Pilot, HasNoBlockWhereAllIsAskedFor) {
  Measuring asked;
  asked.runs = 10;
  EXPECT_EQ(pilot_plan(group_with(asked)).blocks, 2U);
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

TEST(Pilot, MakesASecondBlockUnlessTheFirstOneTookLong) {
  const Group group = group_with(with_budget(5));
  EXPECT_EQ(pilot_plan(group).blocks, 2U);
  PilotRule rule;
  GroupResult result;
  result.seconds = 0.5;
  rule.look(group, result);
  EXPECT_TRUE(rule.needs_more(kRelation));
  result.seconds = 0.51;
  rule.look(group, result);
  EXPECT_FALSE(rule.needs_more(kRelation));
  PilotRule unbounded;
  unbounded.look(group_with(with_budget(0)), result);
  EXPECT_TRUE(unbounded.needs_more(kRelation));
}

}  // namespace
}  // namespace spl::runner
