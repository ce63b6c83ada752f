#include "runner/measuring/run_cost.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "runner/measuring/plan.hpp"
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

// Of an evaluation on a busy machine, and of one on a quiet machine.
TEST(RunCost, HasTheShortestCallOfAllRuns) {
  GroupResult result;
  Measured& a = result.performances[kA];
  for (const double call : {0.0, 25e3, 12e3, 900e3}) {
    RunRecord record;
    record.seconds = 0.001 * static_cast<double>(a.records.size() + 1);
    record.counted_seconds = 0.0001;
    record.iterations = 10;
    record.single.fastest = call;
    a.records.push_back(record);
    a.observations.push_back({1, 2});
  }
  RunCosts costs;
  add_run_costs({result}, costs);
  EXPECT_NEAR(costs.at(kA).call(), 12e-6, 1e-15);
  costs.at(kA).fastest_call = 0;  // A program of an earlier version.
  EXPECT_NEAR(costs.at(kA).call(), 5e-6, 1e-15);
}

// Memory may be slow for the whole of a run: else the clock's part of an
// observation of 130 ns calls was 1 % instead of 0.2 %, by chance.
TEST(RunCost, HasTheMostIterationsOfAllRuns) {
  GroupResult result;
  Measured& a = result.performances[kA];
  for (const std::uint64_t iterations : {23U, 94U, 24U}) {
    RunRecord record;
    record.seconds = 0.001 * static_cast<double>(a.records.size() + 1);
    record.counted_seconds = 24e-6;
    record.iterations = iterations;
    record.single.fastest = 130;
    a.records.push_back(record);
    a.observations.push_back({1, 2});
  }
  RunCosts costs;
  add_run_costs({result}, costs);
  EXPECT_EQ(costs.at(kA).iterations, 23);
  const Plan planned = plan(group_with(with_budget(5)), costs);
  EXPECT_EQ(planned.calls.at(kA), (Calls{94, 82}));
}

// A pilot's first observations may be of a single call.
TEST(RunCost, DoesNotMultiplyWhatDisturbedARun) {
  RunCost cost;
  cost.start = 0.002;
  cost.observation = 0.05;  // Three of 1 us, during which others ran.
  cost.iterations = 1;
  cost.warmups = 2;
  cost.repetitions = 5;
  cost.fastest_call = 1e-6;
  const RunCost other = cost.with({1000, 10});
  EXPECT_NEAR(other.start, 0.002 + 3 * (0.05 - 1e-6), 1e-12);
  EXPECT_NEAR(other.observation, 0.001, 1e-12);
  EXPECT_NEAR(other.warmup, 0.01, 1e-12);
}

TEST(LevelCosts, AreInObservations) {
  RunCost cost;
  cost.start = 0.003;
  cost.warmup = 0.001;
  cost.observation = 0.0005;
  using Costs = std::vector<double>;
  EXPECT_EQ(level_costs(cost, 0, 1), Costs({8}));
  EXPECT_EQ(level_costs(cost, 2, 10), Costs({8, 4000}));
  // Each run has a link of its own.
  EXPECT_EQ(level_costs(cost, 0.5, 1), Costs({1008}));
}

TEST(LevelCosts, AreNotKnownWithoutTimes) {
  RunCost cost;
  EXPECT_TRUE(level_costs(cost, 1, 1).empty());
  cost.start = cost.observation = 1;
  EXPECT_TRUE(level_costs(cost, 0, 10).empty());
  // Times of a store that others wrote.
  EXPECT_TRUE(level_costs(cost, -1, 10).empty());
  EXPECT_TRUE(level_costs(cost, INFINITY, 10).empty());
  EXPECT_EQ(level_costs(cost, -1, 1), std::vector<double>({1}));
  cost.observation = 0.001;
  EXPECT_TRUE(level_costs(cost, 1e308, 1).empty());
}

/// Runs that start within 3 ms and set up within 20 ms before each of their
/// observations, of 0.2 ms.
GroupResult repeating(const std::vector<std::size_t>& counts,
                      double setup = 0.02) {
  GroupResult result;
  Measured& a = result.performances[kA];
  for (const std::size_t count : counts) {
    RunRecord record;
    const auto counted = static_cast<double>(count);
    record.repeats_setup = true;
    record.warmup = 2;
    record.warmup_seconds = 0.0004;
    record.counted_seconds = 0.0002 * counted;
    record.seconds =
        0.003 + setup * (2 + counted) + 0.0004 + record.counted_seconds;
    a.records.push_back(record);
    a.observations.push_back(std::vector<double>(count, 1));
  }
  return result;
}

TEST(RunCost, TakesTheStartForSetUpThatMayBeRepeated) {
  RunCosts costs;
  add_run_costs({repeating({3})}, costs);
  EXPECT_NEAR(costs.at(kA).setup, 0.0206, 1e-12);
  EXPECT_EQ(costs.at(kA).start, 0);
  EXPECT_NEAR(costs.at(kA).of(3), 0.104, 1e-12);
}

TEST(RunCost, SeparatesSetUpFromTheStartByMoreObservations) {
  for (const auto& counts : {std::vector<std::size_t>{3, 12}, {12, 3}}) {
    RunCosts costs;
    add_run_costs({repeating(counts)}, costs);
    EXPECT_NEAR(costs.at(kA).setup, 0.02, 1e-12);
    EXPECT_NEAR(costs.at(kA).start, 0.003, 1e-12);
    EXPECT_NEAR(costs.at(kA).each(), 0.0202, 1e-12);
    EXPECT_NEAR(costs.at(kA).of(50), 1.0534, 1e-9);
  }
  RunCosts without;
  add_run_costs({repeating({3, 12}, 0)}, without);
  EXPECT_NEAR(without.at(kA).setup, 0, 1e-12);
  EXPECT_NEAR(without.at(kA).start, 0.003, 1e-12);
}

TEST(RunCost, IsNeverNegative) {
  GroupResult result = repeating({3, 12}, 0);
  result.performances[kA].records[0].seconds += 0.001;  // It was disturbed.
  RunCosts costs;
  add_run_costs({result}, costs);
  EXPECT_EQ(costs.at(kA).setup, 0);
  EXPECT_NEAR(costs.at(kA).start, 0.004, 1e-12);
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
