#include "runner/commands/rank/ranking.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

const std::string kGroups = std::string(SPL_TEST_DATA) + "/given/groups.json";

class Rank : public ::testing::Test {
 protected:
  int rank(const std::string& text, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"rank", text, "-s", "alpha=0.025"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return world_.run(arguments);
  }

  int rank_groups(const std::string& text) {
    return rank(text, {"--data", kGroups, "-s", "interpretation=run_means"});
  }

  SampleWorld world_{means({{"a(1)", 100}, {"a(2)", 101}, {"b(1)", 110}})};
};

// Section 8 of the vectors: one observation a run, 95 % for all intervals.
TEST_F(Rank, ComparesAllPairs) {
  EXPECT_EQ(rank_groups("G1(1), G1(2), G1(3)"), 0);
  EXPECT_EQ(world_.err, "");
  EXPECT_EQ(
      world_.out,
      "    1  26.3 ns  G1(1)\n"
      "    1  26.6 ns  G1(3)  not told apart from G1(1) (13% shorter..18% "
      "longer)\n"
      "    3  30.9 ns  G1(2)  18% longer than G1(1) (0.8..38%)\n"
      "fastest: G1(1) or G1(3)\n"
      "5 runs of each, observations of " +
          kGroups +
          ". All ranges together cover the true values in at least 95% of "
          "reports.\n");
}

TEST_F(Rank, HasTheOneWayFormIfAsked) {
  EXPECT_EQ(rank("G1(1), G1(2), G1(3)",
                 {"--data", kGroups, "-s", "interpretation=run_means", "-v"}),
            0);
  EXPECT_THAT(
      world_.out,
      ::testing::HasSubstr(
          "\none-way analysis of variance: F(2, 12) = 7.138, p = 0.0091\n"
          "  G1(1) - G1(2)  different   -4.6 ns (-8.249 ns .. -0.9508 ns), p = "
          "0.014\n"
          "  G1(1) - G1(3)  indistinct  -0.26 ns (-3.909 ns .. 3.389 ns), p = "
          "0.98\n"
          "  G1(2) - G1(3)  different   4.34 ns (0.6908 ns .. 7.989 ns), p = "
          "0.02\n"
          "Tukey's HSD: all intervals together hold with 95 %.\n"));
}

// A slow third takes nothing away from what the others differ by.
TEST_F(Rank, TellsFastOnesApartBesideASlowOne) {
  SampleWorld world(means({{"a(1)", 1000}, {"a(2)", 2000}, {"b(1)", 1e6}}));
  EXPECT_EQ(world.run({"-p", "sample", "rank", "a(1), a(2), b(1)"}), 0);
  EXPECT_THAT(world.out,
              ::testing::HasSubstr("  a(2)  2 times as long as a(1)\n"));
}

TEST_F(Rank, ReportsTheNumbersOfTheVectors) {
  EXPECT_EQ(rank("G2(1), G2(2), G2(3)", {"--data", kGroups, "--json", "-", "-s",
                                         "interpretation=run_means"}),
            0);
  const json ranking = json::parse(world_.out)["ranking"];
  EXPECT_NEAR(ranking["F"].get<double>(), 8.47613248904, 1e-9);
  EXPECT_NEAR(ranking["p"].get<double>(), 0.00851731269851, 1e-11);
  EXPECT_EQ(ranking["df"], json({2.0, 9.0}));
  const json& pair = ranking["pairs"][0];
  EXPECT_EQ(pair["left"], "G2(1)");
  EXPECT_EQ(pair["right"], "G2(2)");
  EXPECT_NEAR(pair["q"].get<double>(), 4.82733674145, 1e-8);
  EXPECT_NEAR(pair["p"].get<double>(), 0.0190507537, 1e-8);
  EXPECT_NEAR(pair["lower"].get<double>(), -1.15515206, 1e-7);
  EXPECT_NEAR(pair["upper"].get<double>(), -0.115681275, 1e-7);
}

// The machine slows down by a half, both sides alike.
TEST_F(Rank, AgreesWithTheFormulaWhereRunsDrift) {
  SampleWorld world([](const RunOrder& order, std::size_t block) {
    const double drift = 1 + 0.05 * static_cast<double>(block);
    const bool is_b = order.performance.method == "b";
    workload::RunAnswer answer =
        means({{"a", 100 * drift}, {"b", 110 * drift}})(order, block);
    for (double& one : answer.observations) one = is_b ? one + 0.1 : one;
    return answer;
  });
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) = b(1)"}), 1);
  EXPECT_THAT(world.out, ::testing::StartsWith("violated: "));
  EXPECT_EQ(world.run({"-p", "sample", "rank", "a(1), b(1)"}), 0);
  EXPECT_THAT(world.out,
              ::testing::HasSubstr("  b(1)  10.1% longer than a(1) ("));
  EXPECT_EQ(world.run({"-p", "sample", "rank", "a(1), b(1)", "-s",
                       "interpretation=run_means"}),
            0);
  EXPECT_THAT(world.out, ::testing::HasSubstr("not told apart from a(1) ("));
}

TEST_F(Rank, UsesNoBlocksWhereSomeHaveOthers) {
  EXPECT_EQ(rank("G2(1), G2(2), G2(3)", {"--data", kGroups, "--json", "-"}), 0);
  EXPECT_EQ(json::parse(world_.out)["ranking"]["in_blocks"], false);
  EXPECT_EQ(rank("G1(1), G1(2), G1(3)", {"--data", kGroups, "--json", "-"}), 0);
  EXPECT_EQ(json::parse(world_.out)["ranking"]["in_blocks"], true);
}

// A block holds eight performances at most.
TEST_F(Rank, UsesNoBlocksThatPerformancesDoNotShare) {
  std::string text = "a(1)";
  for (int i = 2; i <= 9; ++i) text += ", a(" + std::to_string(i) + ')';
  SampleWorld world(means({{"a", 100}}));
  EXPECT_EQ(world.run({"-p", "sample", "rank", text, "--json", "-"}), 0);
  EXPECT_EQ(json::parse(world.out)["ranking"]["in_blocks"], false);
}

TEST_F(Rank, MeasuresInTheSameBlocks) {
  EXPECT_EQ(rank("a(1), b(1), a(2)", {"-p", "sample", "--runs", "5"}), 0);
  ASSERT_EQ(world_.launcher.blocks.size(), 5U);
  EXPECT_EQ(world_.launcher.blocks[0].runs.size(), 3U);
  EXPECT_THAT(world_.out, ::testing::HasSubstr("    3  110 ns  b(1)"));
  EXPECT_THAT(world_.out, ::testing::HasSubstr("\n5 runs of each, 5.5 s."));
}

TEST_F(Rank, WarnsOfWhatSpoilsIt) {
  const Script calm = means({{"a(1)", 100}, {"b(1)", 110}});
  SampleWorld world([calm](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = calm(order, block);
    answer.disturbed.net = 3;
    return answer;
  });
  world.launcher.build.optimized = false;
  EXPECT_EQ(world.run({"rank", "a(1), b(1)", "-p", "sample"}), 0);
  EXPECT_THAT(
      world.out,
      ::testing::AllOf(
          ::testing::HasSubstr("\nwarning: sample is built without "),
          ::testing::HasSubstr("\nwarning: a(1): for every 100 observations "),
          ::testing::HasSubstr(" (likewise b(1))\n")));
}

TEST_F(Rank, TellsWhatItLacks) {
  EXPECT_EQ(rank_groups("flat(1), flat(2)"), 0);
  EXPECT_THAT(world_.out,
              ::testing::HasSubstr("nothing varies inside the performances: "
                                   "compare their means\n"));
  EXPECT_EQ(rank_groups("once(1), once(2)"), 4);
  EXPECT_THAT(world_.out, ::testing::StartsWith("no ranking: "));
  EXPECT_EQ(rank_groups("once(1), G1(1)"), 0);
  EXPECT_THAT(world_.out, ::testing::HasSubstr("\n1 run of each, "));
  EXPECT_EQ(rank("a(1), c(1)", {"-p", "sample"}), 3);
  EXPECT_THAT(world_.out,
              ::testing::StartsWith("no ranking: c(1) was killed by signal "));
}

TEST_F(Rank, RefusesWhatCannotBeRanked) {
  struct Row {
    std::string text;
    std::string message;
  };
  const std::string only =
      "spl-run: error: rank takes performances, separated by commas; sums, "
      "multiples and relations of them cannot be ranked\n";
  const auto empty = [](int number) {
    return "spl-run: error: rank takes performances, separated by commas, "
           "and number " +
           std::to_string(number) + " of them is empty\n";
  };
  const std::string held =
      "note: " + kGroups +
      " holds G1(1), G1(2), G1(3), G2(1), "
      "G2(2), G2(3), flat(1), flat(2) and 2 others; spl-run list shows them\n";
  const Row rows[] = {
      {"G1(1)",
       "spl-run: error: rank takes two or more performances, separated by "
       "commas\n"},
      {"G1(1), G1(1)", "spl-run: error: rank has the same performance twice\n"},
      {"G1(1), 2 * G1(2)", only},
      {"G1(1), G1(2) + 5 ns", only},
      {"G1(1), G1(4)",
       "<rank>:1:1: error: there are no observations of G1(4); did you mean "
       "\"G1(1)\"?\n1 | G1(1), G1(4)\n  | ^\n" +
           held},
      {"G1(1), G3(1)",
       "<rank>:1:8: error: there is no method or workload \"G3\"; did you mean "
       "\"G1\"?\n"
       "1 | G1(1), G3(1)\n  |        ^\n" +
           held},
      {"G1(1),, G1(2)", empty(2)},
      {"G1(1), G1(2), ", empty(3)},
      {", G1(2)", empty(1)},
      {" ", empty(1)},
      {"",
       "spl-run: error: rank takes TEXT: spl-run rank 'quick(1000), "
       "merge(1000), heap(1000)' -p build/bench\n"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(rank_groups(row.text), 2) << row.text;
    EXPECT_EQ(world_.err, row.message);
    EXPECT_EQ(world_.out, "");
  }
}

}  // namespace
}  // namespace spl::runner
