// Statistics that formulas state, in a scripted world.

#include "runner/settings/single_calls.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// One of 50 calls of a takes 300 and the others 98 / 0.98 - 4.08..., so that
/// its mean is that of b: 100. Observations of many calls are about means.
Script tails() {
  const Script plain = means({{"a", 100}, {"b", 100}, {"c", 100}});
  return [plain](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = plain(order, block);
    if (order.observation.count() > 0) return answer;
    answer.iterations = 1;
    if (order.performance.method != "a") return answer;
    constexpr double kUsual = (100 - 0.02 * 300) / 0.98;
    for (std::size_t i = 0; i < answer.observations.size(); ++i) {
      answer.observations[i] *= i % 50 == 7 ? 3 : kUsual / 100;
    }
    return answer;
  };
}

class SingleCalls : public ::testing::Test {
 protected:
  SingleCalls() { world_.environment.clear(); }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-p", "sample"});
    return world_.run(arguments);
  }

  /// The blocks whose runs make more than the pilot's three observations.
  [[nodiscard]] std::vector<RunOrder> orders() const {
    std::vector<RunOrder> result;
    for (const Block& block : world_.launcher.blocks) {
      for (const RunOrder& run : block.runs) {
        if (run.observations > 3) result.push_back(run);
      }
    }
    return result;
  }

  SampleWorld world_{tails()};
};

TEST_F(SingleCalls, DifferInTheirP99WhereTheirMeansDoNot) {
  EXPECT_EQ(run({"-e", "p99(a(1)) <= p99(b(1))"}), 1);
  EXPECT_THAT(world_.out,
              HasSubstr("violated: p99(a(1)) <= p99(b(1))\n  x 300 ns  "));
  EXPECT_THAT(world_.out,
              HasSubstr("      refuted: p99 of a usual process: ratio 2.986 "
                        "(2.955 .. 3.017); 5 blocks\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("would hold: p99(a(1)) <= 3.02 * p99(b(1))\n"));
  EXPECT_EQ(run({"-e", "mean(a(1)) <= mean(b(1))"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("      not refuted: all calls 1"));
  EXPECT_EQ(run({"-e", "p95(a(1)) <= p95(b(1))"}), 0);
  EXPECT_EQ(run({"-e", "p99(a(1)) <= 4 * p99(b(1))"}), 0);
  EXPECT_EQ(run({"-e", "p99(a(1)) <= 400 ns"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("      proven: p99 of a usual process: ratio 0.75 "
                        "(0.7402 .. 0.7598); 5 blocks\n"));
  EXPECT_EQ(run({"-e", "p99(a(1)) <= 200 ns"}), 1);
}

TEST_F(SingleCalls, AreObservedOneByOneAndOftenEnough) {
  (void)run({"-e", "p99(a(1)) <= p99(b(1))"});
  ASSERT_FALSE(orders().empty());
  for (const RunOrder& one : orders()) {
    EXPECT_EQ(one.observations, 1000U);
    EXPECT_EQ(one.observation.count(), 0);
    EXPECT_GT(one.warmup.count(), 0);
  }
  for (const RunOrder& one : world_.launcher.blocks.front().runs) {
    EXPECT_EQ(one.observation.count(), 0);
  }
  world_.launcher.blocks.clear();
  (void)run({"-e", "quantile(a(1), 0.995) <= quantile(b(1), 0.995)"});
  for (const RunOrder& one : orders()) EXPECT_EQ(one.observations, 2000U);
  world_.launcher.blocks.clear();
  (void)run({"-e", "median(a(1)) <= median(b(1))"});
  for (const RunOrder& one : orders()) {
    EXPECT_EQ(one.observations, 50U);
    EXPECT_EQ(one.observation, std::chrono::microseconds(12));
  }
}

// A group makes as many observations as the most demanding of its relations
// needs; others are measured as they would be alone.
TEST_F(SingleCalls, ShareBlocksWithTheMostOfTheirObservations) {
  (void)run({"-e",
             "p50(a(1)) <= p50(b(1)) and p99(a(1)) <= 4 * p99(b(1)) and "
             "a(1) <= b(1)"});
  std::size_t single = 0;
  std::size_t usual = 0;
  for (const Block& block : world_.launcher.blocks) {
    ASSERT_EQ(block.runs.size(), 2U);
    const RunOrder& first = block.runs.front();
    if (first.observations == 3) continue;
    if (first.observation.count() == 0) {
      EXPECT_EQ(first.observations, 1000U);
      ++single;
    } else {
      EXPECT_EQ(first.observations, 50U);
      ++usual;
    }
  }
  EXPECT_GT(single, 0U);
  EXPECT_GT(usual, 0U);
  EXPECT_THAT(world_.out, AllOf(HasSubstr("p50 of a usual process: "),
                                HasSubstr("p99 of a usual process: ")));
}

TEST_F(SingleCalls, AreUndecidedWhereFewerObservationsAreAskedFor) {
  EXPECT_EQ(run({"-e", "p99(a(1)) <= p99(b(1))", "-s", "observations=999"}), 4);
  EXPECT_THAT(
      world_.out,
      HasSubstr("  ? p99 needs 1000 "
                "observations in each run, ten of them beyond it; leave out "
                "-s observations=999, or let it be 1000 or more\n"));
  // The pilot's block and one as it would be planned.
  EXPECT_EQ(world_.launcher.blocks.size(), 2U);
  EXPECT_EQ(run({"-e", "p99(a(1)) <= p99(b(1))", "-s", "observations=1000"}),
            1);
  EXPECT_THAT(world_.out, HasSubstr("refuted"));
}

TEST_F(SingleCalls, DoNotTakeOthersWithThemWhereTheirRunsAreTooShort) {
  (void)run({"-e", "p99(a(1)) <= p99(b(1))", "-e", "p90(a(1)) <= p90(b(1))",
             "-s", "observations=500"});
  EXPECT_THAT(world_.out,
              AllOf(HasSubstr("undecided: p99(a(1)) <= p99(b(1))\n"),
                    HasSubstr("holds: p90(a(1)) <= p90(b(1))\n")));
}

constexpr const char* kLack =
    "p99 needs 1000 observations in each run, ten of them beyond it; leave "
    "out -s observations=999, or let it be 1000 or more\n";

TEST_F(SingleCalls, AreWarnedOfBeforeAnythingIsMeasured) {
  EXPECT_EQ(
      run({"-e", "p99(a(1)) <= p99(b(1))", "-s", "observations=999", "check"}),
      0);
  EXPECT_EQ(world_.err, std::string("warning: <formula 1>: ") + kLack);
  (void)run({"-e", "p99(a(1)) <= p99(b(1))", "-s", "observations=999", "plan"});
  EXPECT_THAT(world_.out, HasSubstr(std::string("  ") + kLack));
}

TEST_F(SingleCalls, AreUndecidedWhereTheBudgetDoesNotHoldThem) {
  world_.launcher.iteration_seconds = {{"a", 0.002}, {"b", 0.002}};
  EXPECT_EQ(run({"-e", "p99(a(1)) <= p99(b(1))", "--budget=5s"}), 4);
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "  ? the budget is too short for two runs of each side: p99 needs "
          "1000 observations in each run, ten of them beyond it\n"));
  EXPECT_THAT(
      world_.err + world_.out,
      HasSubstr("a block of runs of 1000 observations, of which "
                "quantiles need as many, takes 4.14 s, so that a budget of 5 s "
                "holds no two blocks; --budget "));
  for (const RunOrder& one : orders()) EXPECT_EQ(one.observations, 1000U);
  (void)run({"-e", "p99(a(1)) <= p99(b(1))", "--budget=5s", "plan"});
  EXPECT_THAT(world_.out, HasSubstr("holds no two blocks; --budget "));
  // The mean needs no such number.
  EXPECT_EQ(run({"-e", "median(a(1)) <= median(b(1))", "--budget=5s"}), 0);
}

TEST_F(SingleCalls, StateAStatisticInPlaceOfTheSettings) {
  world_.launcher = ScriptedLauncher(means({{"a", 100}, {"b", 100}}));
  EXPECT_EQ(run({"-e", "typical(a(1)) <= typical(b(1))"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("      not refuted: typical calls: ratio "));
  EXPECT_EQ(run({"-e", "median(a(1)) <= median(b(1))", "-s", "statistic=mean"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("      not refuted: medians: ratio "));
  EXPECT_EQ(run({"-e", "mean(a(1)) <= mean(b(1))"}), 0);
  EXPECT_THAT(world_.out, AllOf(HasSubstr("      not refuted: all calls "
                                          "1"),
                                Not(HasSubstr("typical calls 1"))));
}

// The mean by which relations without limits of the mean end, and others.
TEST_F(SingleCalls, TakeTheMeansResolutionFromEachPlace) {
  const auto tells = [this](const std::string& change) {
    return world_.out.find(": no change of " + change) != std::string::npos;
  };
  const std::string formula = "mean(b(1)) <= mean(b(2))";
  world_.launcher = ScriptedLauncher(means({{"b", 100}}));
  (void)run({"-e", formula});
  EXPECT_TRUE(tells("5 %")) << world_.out;
  world_.environment["SPL_MEAN_RESOLUTION"] = "7%";
  (void)run({"-e", formula});
  EXPECT_TRUE(tells("7 %")) << world_.out;
  (void)run({"-e", "set mean-resolution = 8%; " + formula});
  EXPECT_TRUE(tells("8 %")) << world_.out;
  (void)run({"-e", "set mean-resolution = 8%; " + formula, "-s",
             "mean-resolution=9%"});
  EXPECT_TRUE(tells("9 %")) << world_.out;
}

// The limits of the mean end means, the usual resolution medians.
TEST_F(SingleCalls, EndMeansOfOtherFormsByTheMeansResolution) {
  world_.launcher =
      ScriptedLauncher(means({{"a", 100}, {"b", 100}, {"c", 100}}));
  (void)run(
      {"-e", "mean(a(1)) + mean(b(1)) <= 2.0 * mean(c(1))", "--budget=10s"});
  EXPECT_THAT(world_.out, HasSubstr(": no change of 5 %"));
  (void)run({"-e", "median(a(1)) + median(b(1)) <= 2.0 * median(c(1))"});
  EXPECT_THAT(world_.out, HasSubstr(": no change of 2 %"));
}

json relation_of(const std::string& out) {
  return json::parse(out)["formulas"][0]["relations"][0];
}

TEST_F(SingleCalls, ReportWhatTheirFormulaStates) {
  (void)run({"-e", "p99(a(1)) <= p99(b(1))", "--json=-"});
  EXPECT_EQ(relation_of(world_.out)["statistic"], "quantile");
  EXPECT_EQ(relation_of(world_.out)["quantile"], 0.99);
  EXPECT_EQ(relation_of(world_.out)["text"], "p99(a(1)) <= p99(b(1))");
  EXPECT_EQ(relation_of(world_.out)["interpretations"].size(), 2U);
  EXPECT_TRUE(relation_of(world_.out)["parts"].is_null());
  (void)run({"-e", "mean(a(1)) <= mean(b(1))", "--json=-"});
  EXPECT_EQ(relation_of(world_.out)["statistic"], "mean");
  EXPECT_FALSE(relation_of(world_.out).contains("quantile"));
  (void)run({"-e", "a(1) <= b(1)", "--json=-"});
  EXPECT_FALSE(relation_of(world_.out).contains("statistic"));
  (void)run(
      {"-e", "p99(a(1)) <= p99(b(1))", "--json=-", "-s", "observations=9"});
  EXPECT_EQ(relation_of(world_.out)["stopped"], "observations");
}

TEST_F(SingleCalls, AreNotDecidedByTheInterpretationsOfMeans) {
  EXPECT_EQ(run({"-e", "set interpretation = welch; p99(a(1)) <= p99(b(1))"}),
            2);
  EXPECT_EQ(world_.err,
            "<formula 1>:1:29: error: welch is about means, and not about p99; "
            "set interpretation to blocks or run_means\n"
            "1 | set interpretation = welch; p99(a(1)) <= p99(b(1))\n"
            "  |                             ^\n");
  EXPECT_EQ(
      run({"-e", "p99(a(1)) <= p99(b(1))", "-s", "interpretation=run_means"}),
      1);
}

TEST_F(SingleCalls, AreTheMeansOfFixedLayoutsQuantiles) {
  EXPECT_EQ(
      run({"-e", "p99(a(1)) <= p99(b(1))", "-s", "layouts=5", "--runs=10"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("p99 of a usual process: ratio 2.9"));
}

TEST_F(SingleCalls, TakeGivenObservationsForCalls) {
  const TemporaryFolder folder;
  json calls = json::array();
  for (int i = 0; i < 20; ++i) calls.push_back(100 + i);
  const json runs{{"runs", std::vector<json>(5, calls)}};
  const json data{{"schema", 1},
                  {"unit", "ns"},
                  {"performances", {{"A", runs}, {"B", runs}}}};
  const std::string file = folder.write("calls.json", data.dump());
  EXPECT_EQ(world_.run({"--data", file, "-e", "p50(A) <= p50(B)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("      not refuted: p50 of a "
                                    "usual process: ratio 1 "));
  EXPECT_EQ(world_.run({"--data", file, "-e", "p90(A) <= p90(B)"}), 4);
  EXPECT_THAT(world_.out,
              HasSubstr("  ? p90 needs 100 "
                        "observations in each run, ten of them beyond it; a "
                        "run of A has 20\n"));
}

TEST_F(SingleCalls, CannotBeRanked) {
  EXPECT_EQ(run({"rank", "p99(a(1)), p99(b(1))"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("rank takes performances, separated by commas; "
                        "`statistic` says what is compared of them"));
}

TEST_F(SingleCalls, NameRevisionsInTheirPerformances) {
  const SettingLayers layers;
  const auto used = [&](const std::string& text) {
    return revisions_of({{"x.spl", text}}, layers).selected;
  };
  EXPECT_EQ(used("p99(a@v1(1)) <= 2 * p99(a@v2(1))").named,
            (std::set<std::string>{"v1", "v2"}));
  EXPECT_FALSE(used("p99(a@v1(1)) <= 2 ms").under_test);
  EXPECT_TRUE(used("p99(a@v1(1)) <= p99(a(1))").under_test);
  EXPECT_EQ(used("old = a@v1\nmean(old(1)) <= mean(old(2))").named,
            std::set<std::string>{"v1"});
  EXPECT_TRUE(used("mean(a) <= mean(b)").under_test);
  EXPECT_TRUE(used("k = 2\nmean(k) <= a@v1(k)").under_test);
}

TEST(Statistic, OfTheCommandLineIsNotIgnoredByThePapers) {
  SampleWorld world(means({{"a", 100}, {"b", 110}}));
  const auto asked = [&](const std::string& statistic) {
    return world.run({"-e", "a(1) < b(1)", "-p", "sample", "-s",
                      "interpretation=welch", "-s", "statistic=" + statistic});
  };
  EXPECT_EQ(asked("median"), 2);
  EXPECT_THAT(world.err,
              ::testing::HasSubstr(
                  "error: welch is about means, which -s statistic=median does "
                  "not change; leave it out, or set interpretation to blocks "
                  "or run_means\n"));
  EXPECT_EQ(asked("mean"), 0);
}

}  // namespace
}  // namespace spl::runner
