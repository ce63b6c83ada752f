#include "runner/measuring/schedule.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "runner/measuring/budget.hpp"
#include "runner/measuring/plan.hpp"
#include "tests/runner/measuring/sample_grouping.hpp"
#include "tests/runner/sample_relation.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;
using ::testing::ElementsAre;

WorkerProgram program_of(const Performance&) { return {"sample"}; }

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

/// Groups of so many blocks of 30 observations.
std::vector<Group> planned(const std::vector<Relation>& relations,
                           std::size_t blocks, const RunSeconds& seconds = {}) {
  std::vector<Group> groups = grouped(relations, seconds).groups;
  for (Group& group : groups) {
    group.plan.blocks = blocks;
    for (const Performance& one : group.performances) {
      group.plan.observations[one] = 30;
    }
  }
  return groups;
}

struct Outcome {
  std::vector<GroupResult> results;
  std::vector<Block> blocks;
};

Outcome measured(const std::vector<Relation>& relations, std::uint64_t seed,
                 Script script, std::size_t blocks = 3) {
  const std::vector<Group> groups = planned(relations, blocks);
  ScriptedLauncher launcher(std::move(script));
  std::vector<GroupResult> results(groups.size());
  StoppingRule rule;
  measure(groups, {program_of, seed}, {launcher, {}}, rule, results);
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
    std::ranges::sort(names);
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
  EXPECT_EQ(a_first, 100U);  // Once in each pair of blocks.
}

TEST(Measuring, DrawsOrdersThatTellNothingOfOneAnother) {
  const auto blocks =
      measured({relation("a", "b"), relation("b", "c")}, 1, kAll, 1200).blocks;
  std::map<std::string, std::size_t> orders;
  std::map<std::string, std::size_t> successive;
  std::size_t more_first = 0;
  std::string last;
  for (const Block& block : blocks) {
    std::string order;
    for (const RunOrder& run : block.runs) order += run.performance.method;
    ++orders[order];
    std::erase(order, 'c');
    if (block.number % 2 == 0) {  // The other of a pair is its reverse.
      ++successive[last + order];
      last = order;
    }
    more_first +=
        block.runs.front().environment_size > block.runs.back().environment_size
            ? 1
            : 0;
  }
  // Six standard deviations of binomial(600, p) on either side; of (1200, p)
  // for sizes.
  ASSERT_EQ(orders.size(), 6U);
  for (const auto& [order, count] : orders) {  // 1/3 of the pairs
    EXPECT_NEAR(static_cast<double>(count), 200, 70) << order;
  }
  successive.erase("ab");
  successive.erase("ba");
  ASSERT_EQ(successive.size(), 4U);
  for (const auto& [orders_of_two, count] : successive) {  // 1/4
    EXPECT_NEAR(static_cast<double>(count), 150, 64) << orders_of_two;
  }
  EXPECT_NEAR(static_cast<double>(more_first), 600, 104);  // 1/2
}

/// The methods of a block in their order.
std::string order_of(const Block& block) {
  std::string order;
  for (const RunOrder& run : block.runs) order += run.performance.method;
  return order;
}

TEST(Measuring, ReversesTheOrderOfEverySecondBlock) {
  const auto blocks =
      measured({relation("a", "b"), relation("b", "c"), relation("c", "d")}, 1,
               kAll, 200)
          .blocks;
  std::set<std::string> orders;
  std::set<std::string> pairs;
  std::size_t equal_sizes = 0;
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    std::string reversed = order_of(blocks[i + 1]);
    std::ranges::reverse(reversed);
    EXPECT_EQ(order_of(blocks[i]), reversed) << "pair " << i / 2;
    orders.insert(order_of(blocks[i]));
    const auto& runs = blocks[i + 1].runs;
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const RunOrder& before = blocks[i].runs[runs.size() - 1 - k];
      equal_sizes +=
          runs[k].environment_size == before.environment_size ? 1 : 0;
    }
  }
  // All 24, of which 100 draws miss one with probability 24 exp(-100/24).
  EXPECT_GE(orders.size(), 22U);
  // One of 400 sizes out of 4096 is drawn twice.
  EXPECT_LE(equal_sizes, 4U);
}

TEST(Measuring, ReversesTheOrderOfWhatIsLeft) {
  const std::vector<Relation> relations{relation("a", "b"), relation("a", "c")};
  const std::vector<Group> groups = planned(relations, 8);
  const Script script = [](const RunOrder& order, std::size_t block) {
    if (order.performance.method != "c" || block < 4) return kAll(order, block);
    workload::RunAnswer answer;
    answer.failure = "crashed";
    return answer;
  };
  ScriptedLauncher launcher(script);
  std::vector<GroupResult> results(1);
  StoppingRule rule;
  measure(groups, {program_of, 1}, {launcher, {}}, rule, results);
  std::string reversed = order_of(launcher.blocks.at(7));
  std::ranges::reverse(reversed);
  EXPECT_EQ(reversed.size(), 2U);
  EXPECT_EQ(order_of(launcher.blocks.at(6)), reversed);
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

TEST(Measuring, DrawsAHeapOffsetForAllSidesOfABlock) {
  const auto blocks = measured({relation("a", "b")}, 1, kAll, 200).blocks;
  std::set<std::uint64_t> offsets;
  for (const Block& block : blocks) {
    ASSERT_TRUE(block.runs[0].heap_offset);
    EXPECT_EQ(block.runs[0].heap_offset, block.runs[1].heap_offset);
    EXPECT_LT(*block.runs[0].heap_offset, 4096U);
    EXPECT_EQ(*block.runs[0].heap_offset % 16, 0U);
    offsets.insert(*block.runs[0].heap_offset);
  }
  // 200 draws of 256 have 139 values on average.
  EXPECT_GT(offsets.size(), 110U);
}

TEST(Measuring, LeavesHeapsThatAreToBeKept) {
  const std::vector<Relation> relations{relation("a", "b")};
  std::vector<Group> groups = planned(relations, 3);
  groups.front().measuring.draws_heap = false;
  ScriptedLauncher launcher(kAll);
  std::vector<GroupResult> results(1);
  StoppingRule rule;
  measure(groups, {program_of, 1}, {launcher, {}}, rule, results);
  for (const Block& block : launcher.blocks) {
    EXPECT_EQ(block.runs[0].heap_offset, std::nullopt);
  }
}

TEST(Measuring, RecordsWhereAHeapBegan) {
  const Script script = [](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = kAll(order, block);
    if (order.performance.method == "a") answer.heap_offset = order.heap_offset;
    if (order.performance.method == "b") answer.heap_problem = "has none";
    return answer;
  };
  const Outcome outcome = measured({relation("a", "b")}, 1, script);
  const auto& performances = outcome.results.at(0).performances;
  const Measured& a = performances.at(performance("a"));
  EXPECT_EQ(a.records.at(0).heap_offset,
            outcome.blocks.at(0).runs[0].heap_offset);
  EXPECT_EQ(a.heap_problem, "");
  const Measured& b = performances.at(performance("b"));
  EXPECT_EQ(b.records.at(0).heap_offset, std::nullopt);
  EXPECT_EQ(b.heap_problem, "has none");
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
}

/// Needs no more of a relation when its group has so many blocks.
class After : public StoppingRule {
 public:
  After(const Relation& relation, std::size_t blocks)
      : relation_(&relation), blocks_(blocks) {}
  bool needs_more(const Relation& relation) const override {
    return &relation != relation_ || !is_over_;
  }
  void look(const Group& /*group*/, const GroupResult& result) override {
    is_over_ = is_over_ || result.blocks == blocks_;
  }

 private:
  const Relation* relation_;
  std::size_t blocks_;
  bool is_over_ = false;
};

TEST(Measuring, HoldsOnlyWhatIsOpen) {
  const std::vector<Relation> relations{relation("a", "b"), relation("a", "c")};
  const std::vector<Group> groups = planned(relations, 4);
  ScriptedLauncher launcher(kAll);
  std::vector<GroupResult> results(1);
  After rule(relations[1], 3);
  measure(groups, {program_of, 1}, {launcher, {}}, rule, results);
  EXPECT_EQ(results[0].blocks, 4U);
  const auto& performances = results[0].performances;
  EXPECT_EQ(performances.at(performance("a")).observations.size(), 4U);
  EXPECT_EQ(performances.at(performance("b")).observations.size(), 4U);
  EXPECT_EQ(performances.at(performance("c")).observations.size(), 3U);
}

/// The random numbers of each run of these methods, in order.
std::vector<std::string> draws(const std::vector<Block>& blocks,
                               const std::string& methods) {
  std::vector<std::string> result;
  for (const Block& block : blocks) {
    for (const RunOrder& order : block.runs) {
      const std::string& method = order.performance.method;
      if (methods.find(method) == std::string::npos) continue;
      result.push_back(std::to_string(block.number) + method + " seed " +
                       std::to_string(order.seed) + " environment " +
                       std::to_string(order.environment_size) + " heap " +
                       std::to_string(order.heap_offset.value()));
    }
  }
  return result;
}

TEST(Measuring, DrawsTheSameWhateverElseEnds) {
  const std::vector<Relation> relations{relation("a", "b"), relation("a", "c"),
                                        relation("d", "e")};
  const std::vector<Group> groups = planned(relations, 20);
  ASSERT_EQ(groups.size(), 2U);
  const auto blocks = [&](StoppingRule& rule) {
    ScriptedLauncher launcher(
        means({{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}}));
    std::vector<GroupResult> results(2);
    measure(groups, {program_of, 1}, {launcher, {}}, rule, results);
    return launcher.blocks;
  };
  StoppingRule none;
  const std::vector<Block> all = blocks(none);
  After without_c(relations[1], 3);
  const std::vector<Block> shorter = blocks(without_c);
  EXPECT_EQ(draws(shorter, "c").size(), 3U);
  EXPECT_EQ(draws(shorter, "abde"), draws(all, "abde"));
  After without_d_e(relations[2], 3);
  EXPECT_EQ(draws(blocks(without_d_e), "abc"), draws(all, "abc"));
}

TEST(Measuring, DrawsTheSameHoweverRelationsAreGrouped) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d"),
                                        relation("b", "c")};
  const RunSeconds slow{{performance("a"), kLongestBlock},
                        {performance("b"), kLongestBlock},
                        {performance("c"), kLongestBlock},
                        {performance("d"), kLongestBlock}};
  const auto of_a_b = [&](const RunSeconds& seconds) {
    const std::vector<Group> groups = planned(relations, 20, seconds);
    ScriptedLauncher launcher(kAll);
    std::vector<GroupResult> results(groups.size());
    StoppingRule rule;
    measure(groups, {program_of, 1}, {launcher, {}}, rule, results);
    std::erase_if(launcher.blocks, [](const Block& block) {
      return draws({block}, "a").empty();
    });
    return std::pair(groups.size(), draws(launcher.blocks, "ab"));
  };
  const auto [few, together] = of_a_b({});
  const auto [many, apart] = of_a_b(slow);
  EXPECT_EQ(few, 2U);
  EXPECT_EQ(many, 3U);
  EXPECT_EQ(together.size(), 40U);
  EXPECT_EQ(together, apart);
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

TEST(Measuring, TakesTheTimeOfItsRunsAndNotOfWhatTheyWaitFor) {
  const std::vector<Relation> relations{relation("a", "b")};
  const std::vector<Group> groups = planned(relations, 3);
  ScriptedLauncher launcher(kAll);
  launcher.run_seconds = 0.25;
  std::vector<GroupResult> results(1);
  StoppingRule rule;
  measure(groups, {program_of, 1}, {launcher, {}}, rule, results);
  EXPECT_EQ(results[0].seconds, 3 * 2 * 0.25);
}

/// Each link takes a second.
class SlowLinks : public Layouts {
 public:
  Layout layout(const std::string& program, const LayoutWish& wish) override {
    const std::size_t block = wish.block;
    const bool is_made = latest_ == block;
    latest_ = block;
    return {program + std::to_string(block), block, is_made ? 0.0 : 1.0};
  }
  [[nodiscard]] double link_seconds(const std::string&) const override {
    return 1;
  }
  [[nodiscard]] std::size_t ready(const std::string&) const override {
    return 0;
  }

 private:
  std::size_t latest_ = 99;
};

TEST(Measuring, SharesTheTimeOfLinksAmongTheGroupsThatUseThem) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d")};
  std::vector<Group> groups = planned(relations, 3);
  groups[1].plan.linked = 2;  // Its third block is of the program as built.
  ScriptedLauncher launcher(kAll);
  launcher.run_seconds = 0.25;
  SlowLinks links;
  std::vector<GroupResult> results(2);
  StoppingRule rule;
  measure(groups, {program_of, 1}, {launcher, {}, &links}, rule, results);
  EXPECT_EQ(results[0].seconds, 3 * 2 * 0.25 + 0.5 + 0.5 + 1);
  EXPECT_EQ(results[1].seconds, 3 * 2 * 0.25 + 0.5 + 0.5);
  EXPECT_EQ(launcher.blocks[4].runs[0].program, "sample2");
  EXPECT_EQ(launcher.blocks[5].runs[0].program, "sample");
  EXPECT_EQ(launcher.blocks[5].runs[0].layout, std::nullopt);
}

/// Makes as many links as are wanted at once, of half a second each; from some
/// block on each takes as long as it may.
class LinksAhead : public Layouts {
 public:
  explicit LinksAhead(std::size_t slow_from = 99, std::size_t most = 99)
      : slow_from_(slow_from), most_(most) {}

  std::vector<std::size_t> ends;  ///< Ends that were asked for.

  Layout layout(const std::string& program, const LayoutWish& wish) override {
    if (wish.block >= slow_from_) {
      return {program, std::nullopt, wish.seconds, 0, true};
    }
    Layout layout{program + std::to_string(wish.block), wish.block};
    if (wish.block < made_) {
      layout.ahead = wish.block > used_ ? -0.5 : 0;
      used_ = wish.block;
    } else {
      const std::size_t count =
          std::min(most_, std::min(wish.end, slow_from_) - wish.block);
      ends.push_back(wish.end);
      made_ = wish.block + count;
      layout.seconds = 0.5 * static_cast<double>(count);
      layout.ahead = layout.seconds - 0.5;
    }
    return layout;
  }
  [[nodiscard]] double link_seconds(const std::string&) const override {
    return 0.5;
  }
  [[nodiscard]] std::size_t ready(const std::string&) const override {
    return made_;
  }

 private:
  std::size_t slow_from_;
  std::size_t most_;
  std::size_t made_ = 0;
  std::size_t used_ = 0;  ///< The latest.
};

/// A block of one run of the program each, of a quarter of a second.
class OneRun : public ::testing::Test {
 protected:
  explicit OneRun() {
    groups_[0].measuring.budget = std::chrono::seconds(10);
    groups_[0].plan.run_seconds = 0.5;
    launcher_.run_seconds = 0.25;
  }

  void measure_with(Layouts& layouts, StoppingRule& rule) {
    measure(groups_, {program_of, 1}, {launcher_, {}, &layouts}, rule,
            results_);
  }

  std::vector<Relation> relations_{relation("a", "b")};
  std::vector<Group> groups_ = planned(relations_, 8);
  ScriptedLauncher launcher_{kAll};
  std::vector<GroupResult> results_ = std::vector<GroupResult>(1);
};

TEST_F(OneRun, KnowsWhatItPaidForLinksOfLaterBlocks) {
  LinksAhead links;
  After rule(relations_[0], 3);
  measure_with(links, rule);
  const GroupResult& result = results_[0];
  EXPECT_EQ(result.blocks, 3U);
  EXPECT_EQ(result.seconds, 8 * 0.5 + 3 * 0.5);
  EXPECT_EQ(result.ahead, 5 * 0.5);
  EXPECT_EQ(seconds_of_block(result), 1);
  groups_[0].plan.link_seconds = 0.5;
  EXPECT_FALSE(is_over_budget(groups_[0], result));
}

TEST_F(OneRun, WantsNoLinksOfBlocksThatTheBudgetDoesNotHold) {
  LinksAhead links(99, 1);
  groups_[0].measuring.budget = std::chrono::milliseconds(4600);
  After rule(relations_[0], 4);
  measure_with(links, rule);
  // A block takes a second.
  EXPECT_EQ(links.ends, (std::vector<std::size_t>{8, 5, 5, 5}));
}

TEST_F(OneRun, MeasuresOneBlockAsBuiltWhereLinksAreNotDoneInTime) {
  LinksAhead links(2);
  StoppingRule rule;
  measure_with(links, rule);
  EXPECT_EQ(results_[0].linked, 2U);
  EXPECT_EQ(results_[0].blocks, 3U);
  EXPECT_LE(results_[0].seconds, 11 + 1e-9);
  EXPECT_EQ(launcher_.blocks[1].runs[1].program, "sample1");
  for (const RunOrder& run : launcher_.blocks[2].runs) {
    EXPECT_EQ(run.program, "sample");
    EXPECT_EQ(run.layout, std::nullopt);
  }
}

TEST_F(OneRun, MeasuresTwoBlocksAsBuiltWhereNoLinkIsDoneInTime) {
  LinksAhead links(0);
  StoppingRule rule;
  measure_with(links, rule);
  EXPECT_EQ(results_[0].linked, 0U);
  EXPECT_EQ(results_[0].blocks, 2U);
  EXPECT_TRUE(is_of_one_layout(groups_[0], results_[0]));
}

TEST(Measuring, ChargesLinksToGroupsThatHaveTimeLeft) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d")};
  std::vector<Group> groups = planned(relations, 3);
  groups[0].measuring.budget = std::chrono::seconds(1);
  groups[1].measuring.budget = std::chrono::seconds(100);
  ScriptedLauncher launcher(kAll);
  launcher.run_seconds = 0;
  LinksAhead links(0);
  std::vector<GroupResult> results(2);
  StoppingRule rule;
  measure(groups, {program_of, 1}, {launcher, {}, &links}, rule, results);
  EXPECT_NEAR(results[0].seconds, 1.08, 1e-9);
  EXPECT_NEAR(results[1].seconds, 108, 1e-9);
}

TEST(Measuring, BoundsTheTimeOfGroupsWithoutABlockByTheirPlans) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d")};
  std::vector<Group> groups = planned(relations, 3);
  for (Group& one : groups) {
    one.plan.run_seconds = 2;
    one.plan.link_seconds = 1;
  }
  ScriptedLauncher launcher(kAll);
  std::vector<double> left;
  const auto keep = [&](const Progress& one) { left.push_back(one.left); };
  std::vector<GroupResult> results(2);
  StoppingRule rule;
  measure(groups, {program_of, 1}, {launcher, keep}, rule, results);
  EXPECT_EQ(left.front(), 2 * 3 * (2 + 1));
  EXPECT_EQ(left.back(), 0);
}

TEST(Measuring, TellsItsProgress) {
  const std::vector<Relation> relations{relation("a", "b"), relation("c", "d")};
  const std::vector<Group> groups = planned(relations, 3);
  ScriptedLauncher launcher(kAll);
  std::string told;
  const auto tell = [&](const Progress& progress) {
    told += std::to_string(progress.done) + "/" +
            std::to_string(progress.most) + " ";
  };
  std::vector<GroupResult> results(2);
  After rule(relations[0], 1);
  measure(groups, {program_of, 1}, {launcher, tell}, rule, results);
  EXPECT_EQ(told, "0/6 1/6 2/4 3/4 4/4 ");
}

}  // namespace
}  // namespace spl::runner
