#include "runner/measuring/group_result.hpp"

#include <gtest/gtest.h>

#include "tests/runner/sample_relation.hpp"

namespace spl::runner {
namespace {

const logic::Relation kAb = relation("a", "b");

/// Runs of two observations of so many iterations.
Measured runs(std::size_t count, std::uint64_t iterations) {
  Measured result;
  for (std::size_t i = 0; i < count; ++i) {
    RunRecord record;
    record.block = i;
    record.iterations = iterations;
    record.disturbed.kept = 1;
    record.disturbed.net = i;
    result.records.push_back(record);
    result.observations.push_back({1, 2});
  }
  return result;
}

GroupResult both(std::size_t of_a, std::size_t of_b) {
  GroupResult result;
  result.performances[performance("a")] = runs(of_a, 50);
  result.performances[performance("b")] = runs(of_b, 100);
  return result;
}

std::size_t run_count(const logic::Experiment& experiment,
                      const std::string& name) {
  return std::get<statistics::Sample>(experiment.at(performance(name)))
      .run_count();
}

TEST(GroupResult, SumsWhatDisturbedItsRuns) {
  const workload::DisturbedCounts all = disturbed(runs(3, 1));
  EXPECT_EQ(all.kept, 3U);
  EXPECT_EQ(all.net, 3U);
}

TEST(GroupResult, HasSpentItsPilotToo) {
  GroupResult result;
  result.pilot_seconds = 1;
  result.seconds = 2;
  result.long_seconds = 4;
  EXPECT_EQ(spent(result), 7);
}

TEST(GroupResult, CountsTheCallsOfTheLeastCalled) {
  GroupResult result = both(4, 4);
  EXPECT_EQ(fewest_calls(kAb, result, 3), 300U);
  result.performances.erase(performance("a"));
  EXPECT_EQ(fewest_calls(kAb, result, 3), 0U);
}

TEST(GroupResult, GivesTheFirstBlocks) {
  const logic::Experiment first = experiment(kAb, both(4, 4), 3);
  EXPECT_EQ(run_count(first, "a"), 3U);
  EXPECT_EQ(run_count(first, "b"), 3U);
  EXPECT_TRUE(experiment(kAb, both(4, 4), 5).empty());
  EXPECT_TRUE(experiment(kAb, both(4, 4), 0).empty());
}

TEST(GroupResult, SaysWhyThereAreFewerBlocks) {
  GroupResult result = both(4, 2);
  result.performances[performance("b")].failure = "b crashed";
  EXPECT_EQ(failure_of(kAb, result), "b crashed");
  EXPECT_EQ(failure_of(relation("a", "c"), result), "");
  // A failure after two blocks takes nothing away from them.
  EXPECT_EQ(run_count(experiment(kAb, result, 2), "b"), 2U);
  const logic::Experiment three = experiment(kAb, result, 3);
  EXPECT_EQ(run_count(three, "a"), 3U);
  EXPECT_EQ(std::get<logic::Failure>(three.at(performance("b"))).reason,
            "b crashed");
}

}  // namespace
}  // namespace spl::runner
