#include "runner/measuring/run_cost.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_group.hpp"

namespace spl::runner {
namespace {

TEST(RunCost, IsThatOfTheCheapestRun) {
  GroupResult result;
  Measured& a = result.performances[kA];
  for (const double seconds : {0.0040, 0.0020, 0.0030}) {
    RunRecord record;
    record.seconds = seconds;
    record.warmup_seconds = 0.0003;
    record.counted_seconds = 0.0006;
    a.records.push_back(record);
    a.observations.push_back({1, 2, 3});
  }
  result.performances[kB].failure = "crashed";
  RunCosts costs;
  add_run_costs({result}, costs);
  ASSERT_EQ(costs.size(), 1U);
  EXPECT_NEAR(costs.at(kA).start, 0.0011, 1e-12);
  EXPECT_NEAR(costs.at(kA).warmup, 0.0003, 1e-12);
  EXPECT_NEAR(costs.at(kA).observation, 0.0002, 1e-12);
}

TEST(RunCost, GrowsWithObservations) {
  EXPECT_DOUBLE_EQ(kUsual.of(0), 0.00125);
  EXPECT_DOUBLE_EQ(kUsual.of(50), 0.00225);
}

TEST(RunCost, GrowsWithTheCallsOfAnObservation) {
  RunCost cost = kUsual;
  EXPECT_EQ(cost.with({200, 3}).observation, cost.observation);  // Not known.
  cost.iterations = 100;
  const RunCost twice = cost.with({200, 3});
  EXPECT_DOUBLE_EQ(twice.observation, 2 * cost.observation);
  EXPECT_DOUBLE_EQ(twice.warmup, 3 * twice.observation);
  EXPECT_EQ(twice.iterations, 200);
  EXPECT_EQ(twice.start, cost.start);
}

}  // namespace
}  // namespace spl::runner
