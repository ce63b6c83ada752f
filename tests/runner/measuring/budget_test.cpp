// Budgets in a scripted world: how much of them links, pilots and slow code
// take.

#include "runner/measuring/budget.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/runner/sample_group.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(BudgetOfPilot, IsNoMoreThanTheShareOfTheTotal) {
  Measuring how = with_budget(5);
  EXPECT_EQ(budget_of_pilot(group_with(how, 2)), 10);
  how.share = std::chrono::seconds(2);
  EXPECT_EQ(share_of_total(group_with(how, 2)), 4);
  EXPECT_EQ(budget_of_pilot(group_with(how, 2)), 4);
  how.share = std::chrono::seconds(7);
  EXPECT_EQ(budget_of_pilot(group_with(how)), 5);
  how.budget = {};
  EXPECT_EQ(budget_of_pilot(group_with(how)), 7);
}

/// Workload a of three commits, with fresh links; its runs take 4 ms.
class Budget : public ::testing::Test {
 protected:
  Budget() {
    world_.environment.clear();
    world_.history.relinks = true;
    world_.launcher.run_seconds = 0.004;
  }

  void set_links(double seconds) {
    world_.links = {seconds, seconds, 0, 0};
    world_.launcher.spent = 0;
    world_.launcher.blocks.clear();
  }

  int run(const std::string& formula, std::vector<std::string> more) {
    more.insert(more.end(), {"-c", project_, "-e", formula, "-s",
                             "resolution=0.001%", "--json=-"});
    return world_.run(more);
  }

  [[nodiscard]] double spent() const {
    return world_.launcher.spent + world_.links.spent;
  }

  [[nodiscard]] json relations() const {
    return json::parse(world_.out)["formulas"][0]["relations"];
  }

  TemporaryFolder folder_;
  std::string project_ = folder_.write(
      "spl.json", R"({ "revisions": { "program": "{build}/sample" } })");
  /// Sides take turns in being slower, so that there is always more to see.
  SampleWorld world_{[](const RunOrder& order, std::size_t block) {
    static const Script kMeans = means({{"a", 100}});
    workload::RunAnswer answer = kMeans(order, block);
    const bool is_slower =
        (block % 2 == 0) == (order.performance.revision == "c0");
    for (double& one : answer.observations) one *= is_slower ? 1.01 : 1;
    return answer;
  }};
};

TEST(BudgetOfGroup, IsThatOfItsRelationsTogether) {
  EXPECT_DOUBLE_EQ(budget(group_with(with_budget(2), 3)), 6);
  EXPECT_TRUE(is_bounded(group_with(with_budget(2))));
  EXPECT_FALSE(is_bounded(group_with(with_budget(0))));
  Measuring counted = with_budget(2);
  counted.runs = 12;
  EXPECT_FALSE(is_bounded(group_with(counted)));
}

TEST(BudgetOfGroup, IsOverWhenAnotherBlockWouldOverrunIt) {
  const Group group = group_with(with_budget(1));
  GroupResult result;
  result.seconds = 0.8;
  result.blocks = 8;
  EXPECT_DOUBLE_EQ(seconds_of_block(result), 0.1);
  EXPECT_FALSE(is_over_budget(group, result));
  result.blocks = 2;  // Another one ends at 1.2 s.
  EXPECT_TRUE(is_over_budget(group, result));
  result.blocks = 8;
  result.pilot_seconds = 0.25;
  EXPECT_TRUE(is_over_budget(group, result));
}

TEST(BudgetOfGroup, IsOverrunByTheTwelfthOfThePlannedBlocks) {
  Group group = group_with(with_budget(1));
  group.plan.blocks = 12;
  GroupResult result;
  result.seconds = 1.001;
  result.blocks = 11;
  EXPECT_FALSE(is_over_budget(group, result));
  result.seconds = 1.01;  // Another one ends at 1.102 s.
  EXPECT_TRUE(is_over_budget(group, result));
  result.seconds = 1.001;
  group.plan.blocks = 11;
  EXPECT_TRUE(is_over_budget(group, result));
}

// Whatever number of blocks comes next.
TEST(BudgetOfGroup, IsNotOverrunByLessThanTwelveBlocks) {
  for (const std::size_t layouts : {1, 3}) {
    Group group = group_with(with_budget(1));
    group.plan.blocks = 12;
    group.plan.layouts = layouts;
    GroupResult result;
    result.blocks = 6;
    result.seconds = 1;  // A block takes 0.17 s; the twelfth ends after 2 s.
    EXPECT_TRUE(is_over_budget(group, result)) << layouts;
    result.blocks = 9;
    result.seconds = 1.001;
    result.linking = 0.72;  // Before the first blocks of layouts.
    EXPECT_EQ(is_over_budget(group, result), layouts == 1) << layouts;
  }
}

TEST(BudgetOfGroup, LeavesTimeForLinksOfTheNextBlock) {
  Group group = group_with(with_budget(1));
  group.plan.run_seconds = 0.1;
  GroupResult result;
  result.seconds = 0.5;
  // 1.1 s without 0.5 s, two blocks of runs and 2 % of the budget.
  EXPECT_NEAR(time_for_links(group, result), 0.38, 1e-9);
  result.seconds = 2;
  EXPECT_EQ(time_for_links(group, result), 0);
  group.measuring.budget = {};
  EXPECT_TRUE(std::isinf(time_for_links(group, result)));
}

TEST_F(Budget, BoundsLinksAndRunsTogether) {
  for (const double links : {0.015, 0.3, 1.5}) {
    for (const double seconds : {0.3, 1.0, 5.0, 20.0}) {
      for (const double slower : {1.0, 3.0}) {
        SCOPED_TRACE(testing::Message()
                     << "links of " << links << " s, " << seconds << " s, runs "
                     << slower << " times as long as the pilot's");
        set_links(links);
        world_.launcher.beyond_pilot = slower;
        (void)run("a@c0(1) <= a@c2(1)",
                  {"--budget", std::to_string(seconds) + "s"});
        EXPECT_LE(spent(), 1.1 * seconds);
        EXPECT_GE(relations()[0]["blocks"].get<int>(), 2);
        if (links < 0.1 || seconds > 10) {
          EXPECT_GT(spent(), 0.7 * seconds);
        }
      }
    }
  }
}

TEST_F(Budget, BoundsLinksThatTakeLongerThanWhenTheyWereTried) {
  set_links(1.5);
  world_.links.expected = 0.3;
  (void)run("a@c0(1) <= a@c2(1)", {});
  EXPECT_LE(spent(), 5.5);
  EXPECT_EQ(relations()[0]["blocks"], 2);
  EXPECT_EQ(world_.links.made, 2U);
}

// Ten times, as where the machine has got busy or the disk slow.
TEST_F(Budget, EndsLinksThatAreMuchSlowerThanWhenTheyWereTried) {
  set_links(3);
  world_.links.expected = 0.3;
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)", {}), 4);
  EXPECT_LE(spent(), 5.5);
  EXPECT_EQ(relations()[0]["stopped"], "links");
  EXPECT_EQ(relations()[0]["blocks"], 5);
  EXPECT_EQ(world_.links.made, 0U);
  EXPECT_EQ(world_.links.late, 1U);
}

TEST_F(Budget, WaitsForNoLinksThatAreThere) {
  set_links(3);
  world_.links.ready = 60;
  (void)run("a@c0(1) <= a@c2(1)", {"-s", "max-runs=60", "--budget", "1s"});
  EXPECT_LE(spent(), 1.1);
  EXPECT_EQ(relations()[0]["blocks"], 60);
  EXPECT_EQ(world_.links.made, 0U);
  EXPECT_EQ(world_.links.late, 0U);
}

TEST_F(Budget, BoundsRelationsThatShareLinks) {
  for (const double links : {0.015, 0.3, 1.5}) {
    SCOPED_TRACE(links);
    set_links(links);
    (void)run("for i in 1..21: a@c0(i) <= a@c2(i)", {"--budget", "1s"});
    EXPECT_LE(spent(), 1.1 * 21);
    EXPECT_GT(spent(), 0.7 * 21);
    for (const json& one : relations()) {
      EXPECT_GE(one["blocks"].get<int>(), 2) << one["text"];
    }
  }
}

TEST_F(Budget, BoundsFixedLayouts) {
  for (const double links : {0.015, 0.3, 1.5}) {
    for (const double seconds : {5.0, 20.0, 40.0}) {
      SCOPED_TRACE(testing::Message() << links << ' ' << seconds);
      set_links(links);
      (void)run("a@c0(1) <= a@c2(1)", {"-s", "layouts=10", "--budget",
                                       std::to_string(seconds) + "s"});
      EXPECT_LE(spent(), 1.1 * seconds);
      EXPECT_GE(relations()[0]["blocks"].get<int>(), 2);
    }
  }
}

TEST_F(Budget, SaysWhatLinksLeave) {
  set_links(0.3);
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)", {"--budget", "1s"}), 0);
  const std::string place = "<formula 1>: ";
  const std::string says =
      place +
      "a block of runs takes 608 ms, of which 600 ms are for links, so that a "
      "budget of 1 s holds only 2 blocks, the second of the programs as they "
      "were built; --budget 3.1s holds 5\n";
  EXPECT_THAT(world_.err, testing::StartsWith("spl-run: note: " + says));
  EXPECT_THAT(world_.err, HasSubstr("warning: " + says));
}

TEST_F(Budget, DecidesLittleInOneLayout) {
  set_links(1.5);
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)", {"--budget", "1s"}), 4);
  EXPECT_EQ(world_.links.made, 0U);
  EXPECT_THAT(
      world_.err,
      HasSubstr("undecided: the budget leaves no time to link the programs, "
                "and one layout says nothing about their sources; so far ratio "
                "1.002; no interval: it is that of one layout; 5 blocks\n"));
  EXPECT_EQ(relations()[0]["stopped"], "links");
  // It has no interval, which would be about this layout.
  EXPECT_EQ(relations()[0]["ratio"]["lower"], nullptr);
  EXPECT_EQ(relations()[0]["ratio"]["upper"], nullptr);
}

TEST_F(Budget, DecidesAFactorOfTwoInOneLayout) {
  SampleWorld world(means({{"a@c0(1)", 100}, {"a@c2(1)", 220}}));
  world.environment.clear();
  world.history.relinks = true;
  world.launcher.run_seconds = 0.004;
  world.links = {1.5, 1.5, 0, 0};
  EXPECT_EQ(world.run({"-c", project_, "-e", "a@c2(1) <= a@c0(1)", "--budget",
                       "1s", "--json=-"}),
            1);
  EXPECT_THAT(world.err, HasSubstr("; 5 blocks, a factor of 2 in all\n"));
  const json relation = json::parse(world.out)["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["stopped"], "twofold");
  EXPECT_EQ(relation["strength"], "refuted");
}

TEST_F(Budget, IsPlannedWithLinksAndThePilot) {
  set_links(0.3);
  EXPECT_EQ(world_.run({"-c", project_, "-e", "a@c0(1) <= a@c2(1)", "plan"}),
            0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("  at most 168 blocks of 29.4 ms, of which 21.4 ms are for "
                "links, in 4.34 s after a pilot of 616 ms\n"));
  EXPECT_THAT(
      world_.out,
      HasSubstr("\n  links for a block take 600 ms, so that a budget of "
                "5 s holds only 6 of them, each for 28 blocks; "
                "--budget 7.4s holds 12\n"));
}

/// Commit c0 is slower by `slowdown`, and 3 % slower in five of six layouts, 3
/// % faster in the fifth; with 1 % of noise from block to block.
Script by_layout(double slowdown) {
  return [slowdown](const RunOrder& order, std::size_t block) {
    static const Script kMeans = means({{"a", 100}});
    workload::RunAnswer answer = kMeans(order, block);
    if (order.performance.revision != "c0") return answer;
    const double layout = order.layout == 5 ? 0.97 : 1.03;
    const double noise = block % 4 < 2 ? 1.01 : 0.99;
    for (double& one : answer.observations) one *= layout * noise * slowdown;
    return answer;
  };
}

// 140 of 168 blocks in six layouts are slower.
TEST_F(Budget, TakesLayoutsAsUnitsWhereLinksAreUsedAgain) {
  set_links(0.3);
  world_.launcher.follow(by_layout(1));
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)", {}), 0);
  EXPECT_EQ(relations()[0]["blocks"], 168);
  EXPECT_EQ(relations()[0]["layouts"]["count"], 6);
  EXPECT_EQ(relations()[0]["finding"], "indistinct");
  EXPECT_EQ(world_.links.made, 12U);  // Six of each program.
  set_links(0.3);
  world_.launcher.follow(by_layout(1.2));
  EXPECT_EQ(run("a@c0(1) <= a@c2(1)", {}), 1);
  EXPECT_EQ(relations()[0]["layouts"]["count"], 6);
}

/// Workloads of so many seconds an iteration; a run starts in 4 ms.
struct SlowWorld : SampleWorld {
  SlowWorld(double a, double b)
      : SampleWorld(means({{"a", a * 1e9}, {"b", b * 1e9}})) {
    environment.clear();
    launcher.run_seconds = 0.004;
    launcher.iteration_seconds = {{"a", a}, {"b", b}};
  }

  int evaluate(const std::string& formula, const std::string& budget) {
    launcher.spent = 0;
    launcher.blocks.clear();
    return run({"-p", "sample", "-e", formula, "--budget", budget});
  }
};

TEST(SlowCode, IsDecidedByThePilotWhereAllItsRunsShowAFactorOfTwo) {
  SlowWorld world(2.1, 1);
  EXPECT_EQ(world.evaluate("a(1) <= 1 s", "5s"), 1);
  EXPECT_LE(world.launcher.spent, 5);
  EXPECT_THAT(world.out, HasSubstr("      refuted: "));
  EXPECT_THAT(world.out, HasSubstr("; 2 blocks, a factor of 2 in all\n"));
  EXPECT_EQ(world.evaluate("a(1) < 5 s", "5s"), 0);
  EXPECT_EQ(world.evaluate("a(1) > 5 s", "5s"), 1);
  // Less than twice as much.
  EXPECT_EQ(world.evaluate("a(1) <= 1.2 s", "5s"), 4);
  EXPECT_LE(world.launcher.spent, 3);
}

TEST(SlowCode, NeedsMorePilotsAtALowerLevel) {
  SlowWorld world(2.1, 1);
  EXPECT_EQ(
      world.run({"-p", "sample", "-e", "a(1) <= 1 s", "-s", "alpha=0.001"}), 4);
  EXPECT_LE(world.launcher.spent, 3);
}

TEST(SlowCode, IsNotDecidedByThePilotWhereBlocksAreHeld) {
  SlowWorld world(2.1, 1);
  EXPECT_EQ(world.evaluate("a(1) <= 1 s", "8s"), 1);
  EXPECT_THAT(world.out, Not(HasSubstr("a factor of 2")));
  EXPECT_LE(world.launcher.spent, 8.8);
}

TEST(SlowCode, TakesNoMoreThanTheBudgetAndSaysWhatIsNeeded) {
  SlowWorld world(10, 10);
  EXPECT_EQ(world.evaluate("a(1) <= b(1)", "5s"), 3);
  EXPECT_LE(world.launcher.spent, 5);
  EXPECT_THAT(world.out,
              HasSubstr("  ! a(1) has not returned from one call in 4.75 s: "
                        "does it end? If so, --budget 63s may hold a first "
                        "look\n"));
  EXPECT_EQ(world.err, "");

  EXPECT_EQ(world.evaluate("a(1) <= b(1)", "30s"), 4);
  EXPECT_EQ(world.err,
            "spl-run: note: <formula 1>: a run of b(1) takes 10 s, so that a "
            "block may take 20 s, and a budget of 30 s holds no two; --budget "
            "146s holds the 5 of a first look\n");
  EXPECT_LE(world.launcher.spent, 30);
  EXPECT_EQ(world.evaluate("a(1) <= b(1)", "62s"), 0);
  EXPECT_LE(world.launcher.spent, 1.1 * 62);
  EXPECT_THAT(world.out, HasSubstr("holds only 2 blocks"));
}

TEST(SlowCode, WarmsUpByOneCallWhateverTheBudgetHolds) {
  SlowWorld world(0.3, 0.3);
  EXPECT_EQ(world.evaluate("a(1) <= b(1)", "5s"), 0);
  EXPECT_LE(world.launcher.spent, 5.5);
  const RunOrder& last = world.launcher.blocks.back().runs.front();
  EXPECT_EQ(last.calls, (Calls{1, 1}));
  EXPECT_EQ(last.observations, 1U);
}

// The slow code may be before the loop.
TEST(SlowCode, IsTriedAgainWhereOneIterationIsTooShort) {
  const Script plain = means({{"a", 100}, {"b", 100}});
  SampleWorld world([plain](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = plain(order, block);
    if (order.observations == 1) answer.failure = "is too short to be timed";
    return answer;
  });
  world.environment.clear();
  world.launcher.run_seconds = 0.3;
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) <= b(1)"}), 0) << world.out;
  EXPECT_LE(world.launcher.spent, 5.5);
}

}  // namespace
}  // namespace spl::runner
