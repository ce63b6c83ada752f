#include "runner/schedule.hpp"

#include <gmock/gmock.h>

#include <set>

#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using logic::LinearForm;
using logic::Performance;
using logic::Relation;
using ::testing::ElementsAre;

Performance performance(const std::string& name) {
  return {name, "", "", "", {}};
}

Relation relation(const std::string& left, const std::string& right) {
  Relation result;
  result.left = LinearForm(performance(left));
  result.right = LinearForm(performance(right));
  result.theta = result.left.minus(result.right);
  return result;
}

const Measuring kMeasuring{3, 30, {}, {}};

Grouping grouped(const std::vector<Relation>& relations,
                 Measuring measuring = kMeasuring) {
  std::vector<Wanted> wanted;
  for (const Relation& one : relations) wanted.push_back({&one, measuring});
  return group(wanted);
}

TEST(Grouping, PutsRelationsThatSharePerformancesTogether) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d"),
                                        relation("b", "e"), relation("a", "a")};
  const Grouping grouping = grouped(relations);
  EXPECT_THAT(grouping.group_of, ElementsAre(0U, 1U, 0U, kNoGroup));
  ASSERT_EQ(grouping.groups.size(), 2U);
  EXPECT_THAT(
      grouping.groups[0].performances,
      ElementsAre(performance("a"), performance("b"), performance("e")));
}

TEST(Grouping, KeepsBlocksShort) {
  std::vector<Relation> relations;
  for (int i = 0; i < 20; ++i) {
    relations.push_back(relation("base", "x" + std::to_string(i)));
  }
  for (const Group& group : grouped(relations).groups) {
    EXPECT_LE(group.performances.size(), kMostPerformances);
  }
}

TEST(Grouping, OfManyRelationsIsQuick) {
  // Work that grows with the square of the number would take minutes.
  std::vector<Relation> relations;
  for (int i = 0; i < 10'000; ++i) {
    relations.push_back(relation("base", "x" + std::to_string(i)));
  }
  const Grouping grouping = grouped(relations);
  EXPECT_EQ(grouping.groups.size(), 1429U);  // Seven to a base.
}

TEST(Grouping, SeparatesWhatIsMeasuredDifferently) {
  const Relation one = relation("a", "b");
  Measuring longer = kMeasuring;
  longer.blocks = 5;
  const Grouping grouping = group({{&one, kMeasuring}, {&one, longer}});
  EXPECT_EQ(grouping.groups.size(), 2U);
}

std::string program_of(const Performance&) { return "sample"; }

/// Each block as its number and the methods in their order.
std::vector<std::string> orders(const std::vector<Block>& blocks) {
  std::vector<std::string> result;
  for (const Block& block : blocks) {
    std::string text = std::to_string(block.number) + ":";
    for (const RunOrder& order : block.runs) text += order.performance.method;
    result.push_back(text);
  }
  return result;
}

struct Outcome {
  std::vector<GroupResult> results;
  std::vector<Block> blocks;
};

Outcome measured(const std::vector<Relation>& relations, std::uint64_t seed,
                 Script script, std::size_t blocks = 3) {
  Measuring measuring = kMeasuring;
  measuring.blocks = blocks;
  const Grouping grouping = grouped(relations, measuring);
  ScriptedLauncher launcher(std::move(script));
  SampleWorld::ScriptedClock clock;
  auto results =
      measure(grouping.groups, seed, program_of, {launcher, clock, {}});
  return {std::move(results), launcher.blocks};
}

const Script kAll = means({{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}});

TEST(Measuring, LetsGroupsTakeTurns) {
  const auto blocks =
      measured({relation("a", "b"), relation("c", "d")}, 1, kAll, 2).blocks;
  ASSERT_EQ(blocks.size(), 4U);
  std::vector<std::string> turns;
  for (const Block& block : blocks) {
    std::string names;
    for (const RunOrder& run : block.runs) names += run.performance.method;
    std::sort(names.begin(), names.end());
    turns.push_back(std::to_string(block.number) + names);
  }
  EXPECT_THAT(turns, ElementsAre("0ab", "0cd", "1ab", "1cd"));
}

TEST(Measuring, DrawsTheOrderOfEachBlock) {
  const auto blocks = measured({relation("a", "b")}, 1, kAll, 200).blocks;
  std::size_t a_first = 0;
  for (const Block& block : blocks) {
    a_first += block.runs.front().performance.method == "a" ? 1 : 0;
  }
  // Binomial(200, 1/2): beyond these limits with probability 2e-9.
  EXPECT_GT(a_first, 57U);
  EXPECT_LT(a_first, 143U);
}

TEST(Measuring, GivesTheSidesOfABlockOneSeedAndOthersAnother) {
  const auto blocks = measured({relation("a", "b")}, 1, kAll, 50).blocks;
  std::set<std::uint64_t> seeds;
  std::set<std::size_t> environments;
  for (const Block& block : blocks) {
    EXPECT_EQ(block.runs[0].seed, block.runs[1].seed);
    seeds.insert(block.runs[0].seed);
    environments.insert(block.runs[0].environment_size);
    environments.insert(block.runs[1].environment_size);
  }
  EXPECT_EQ(seeds.size(), 50U);
  EXPECT_GT(environments.size(), 90U);
}

TEST(Measuring, IsReproducedByItsSeed) {
  const auto run = [](std::uint64_t seed) {
    return orders(measured({relation("a", "b")}, seed, kAll, 20).blocks);
  };
  EXPECT_EQ(run(7), run(7));
  EXPECT_NE(run(7), run(8));
}

TEST(Measuring, GoesOnWithoutWhatFailed) {
  const Script script = [](const RunOrder& order, std::size_t block) {
    if (order.performance.method == "b" && block == 1) {
      workload::RunAnswer answer;
      answer.failure = "crashed";
      return answer;
    }
    return kAll(order, block);
  };
  // b fails in block 1; a is needed with c still, d was needed with b only.
  const Outcome outcome =
      measured({relation("a", "b"), relation("a", "c"), relation("b", "d")}, 1,
               script, 4);
  const GroupResult& result = outcome.results.at(0);
  EXPECT_EQ(result.performances.at(performance("b")).failure, "b crashed");
  EXPECT_EQ(result.performances.at(performance("a")).observations.size(), 4U);
  EXPECT_EQ(result.performances.at(performance("c")).observations.size(), 4U);
  EXPECT_EQ(result.performances.at(performance("d")).observations.size(), 2U);
  const logic::Experiment found = experiment(result);
  EXPECT_TRUE(
      std::holds_alternative<logic::Failure>(found.at(performance("b"))));
  EXPECT_TRUE(
      std::holds_alternative<statistics::Sample>(found.at(performance("a"))));
}

TEST(Measuring, RecordsEachRun) {
  const Outcome outcome = measured({relation("a", "b")}, 1, kAll);
  const Measured& a = outcome.results.at(0).performances.at(performance("a"));
  ASSERT_EQ(a.records.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a.records[i].block, i);
    const RunOrder& order = outcome.blocks[i].runs[a.records[i].position];
    EXPECT_EQ(order.performance, performance("a"));
    EXPECT_EQ(a.records[i].seed, order.seed);
    EXPECT_EQ(a.records[i].environment_size, order.environment_size);
    EXPECT_EQ(a.records[i].iterations, 100U);
  }
}

TEST(Measuring, TellsItsProgress) {
  const std::vector<Relation> relations{relation("a", "b")};
  const Grouping grouping = grouped(relations);
  ScriptedLauncher launcher(kAll);
  SampleWorld::ScriptedClock clock;
  std::string told;
  const auto tell = [&](std::size_t done, std::size_t all) {
    told += std::to_string(done) + "/" + std::to_string(all) + " ";
  };
  const auto results =
      measure(grouping.groups, 1, program_of, {launcher, clock, tell});
  EXPECT_EQ(results.at(0).seconds,
            1.5);  // Half a second each time it is asked.
  EXPECT_EQ(told, "0/3 1/3 2/3 3/3 ");
}

}  // namespace
}  // namespace spl::runner
