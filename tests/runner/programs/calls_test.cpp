// The cost of a call may depend on how many calls went before.
#include "runner/programs/calls.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using std::chrono::microseconds;
using ::testing::HasSubstr;
using ::testing::Not;

// 1 ms of short calls, ten calls, 10 ms of long ones, one call, none.
TEST(WarmUp, IsARuleOfTheTimeOfACall) {
  const std::pair<double, std::uint64_t> kCalls[] = {
      {1e-9, 1'000'000}, {1e-6, 1000}, {50e-6, 20}, {99e-6, 11}, {100e-6, 10},
      {700e-6, 10},      {1e-3, 10},   {2e-3, 5},   {7e-3, 2},   {10e-3, 1},
      {70e-3, 1},        {0.49, 1},    {0.5, 0},    {100, 0}};
  for (const auto& [seconds, calls] : kCalls) {
    EXPECT_EQ(warmup_calls(seconds), calls) << seconds;
  }
  std::uint64_t before = warmup_calls(1e-10);
  for (double seconds = 1e-10; seconds < 10; seconds *= 1.01) {
    EXPECT_LE(warmup_calls(seconds), before) << seconds;
    before = warmup_calls(seconds);
  }
}

TEST(WarmUp, IsAsLongAsAskedFor) {
  EXPECT_EQ(warmup_calls(1e-6, microseconds(20'000)), 20'000U);
  EXPECT_EQ(warmup_calls(50e-6, microseconds(20)), 1U);
  EXPECT_EQ(warmup_calls(2, microseconds(20)), 1U);
  EXPECT_EQ(warmup_calls(1e-6, microseconds(0)), 0U);
}

using AllCalls = std::vector<Calls>;

TEST(EqualCalls, AreThoseOfTheOnlySide) {
  // 1 ms are 50 observations of 20 us.
  EXPECT_EQ(calls_of({{1000, 20e-6}}), AllCalls({{1000, 50}}));
  EXPECT_EQ(calls_of({{1, 0.1}}), AllCalls({{1, 1}}));
}

TEST(EqualCalls, LieBetweenWhatTheSidesChoose) {
  // 40 us of the slower one, 10 us of the other, which warms up for 1 ms.
  EXPECT_EQ(calls_of({{1000, 20e-6}, {4000, 20e-6}}),
            AllCalls({{2000, 100}, {2000, 100}}));
  EXPECT_EQ(calls_of({{1, 70e-3}, {1, 105e-3}}), AllCalls({{1, 1}, {1, 1}}));
}

TEST(EqualCalls, AreThoseOfSidesThatAreNotTooFarApart) {
  EXPECT_EQ(calls_of({{100, 20e-6}, {999, 20e-6}}),
            AllCalls({{316, 159}, {316, 159}}));
  EXPECT_EQ(calls_of({{100, 20e-6}, {1001, 20e-6}}),
            AllCalls({{100, 50}, {1001, 50}}));
  EXPECT_EQ(calls_of({{1, 0.9}, {2000, 12e-6}, {1, 1.0}}),
            AllCalls({{1, 0}, {2000, 84}, {1, 0}}));
}

TEST(EqualCalls, AreNotKnownOfSidesThatAreNot) {
  EXPECT_EQ(calls_of({{100, 0}, {100, 20e-6}}), AllCalls());
  EXPECT_EQ(calls_of({{0, 20e-6}, {100, 20e-6}}), AllCalls());
  EXPECT_EQ(calls_of({}), AllCalls());
}

/// Call k costs k times so many ns, by method; warm-ups and iterations are as
/// ordered, or else what lasts 20 us at first.
SampleWorld growing_world(double a, double b, bool chooses = false) {
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    const bool is_a = order.performance.method == "a";
    const double each = is_a ? a : b;
    workload::RunAnswer answer;
    answer.iterations =
        order.calls ? order.calls->iterations
                    : static_cast<std::uint64_t>(std::sqrt(2 * 20000 / each));
    answer.warmup = order.calls ? order.calls->warmup : 13;
    const auto calls = static_cast<double>(answer.iterations);
    const double noise = 1 + static_cast<double>((block * 7 + 3) % 11) / 1000;
    double ns = 0;
    for (std::size_t i = 0; i < order.observations; ++i) {
      const double middle =
          (static_cast<double>(answer.warmup + i) + 0.5) * calls;
      answer.observations.push_back(each * middle * noise);
      ns += each * middle * calls;
    }
    answer.counted_ns = static_cast<std::uint64_t>(ns);
    answer.warmup_ns = 250'000;
    return answer;
  });
  world.launcher.chooses_iterations = chooses;
  world.decides_by_typical_calls = false;
  world.environment = {};
  return world;
}

double ratio_of(SampleWorld& world, const std::string& formula) {
  (void)world.run({"-e", formula, "-p", "sample", "--json=-"});
  return json::parse(
      world.out)["formulas"][0]["relations"][0]["ratio"]["estimate"];
}

TEST(EqualCalls, LetGrowingStateBeAsLargeOnAllSides) {
  SampleWorld world = growing_world(4, 1);
  EXPECT_NEAR(ratio_of(world, "a(1) <= 2.2 * b(1)"), 4 / 2.2, 0.01);
  for (const RunOrder& order : world.launcher.blocks.back().runs) {
    EXPECT_EQ(order.calls, world.launcher.blocks.back().runs[0].calls);
    EXPECT_TRUE(order.calls);
  }
}

// A program that chooses itself: what grows is noticed.
TEST(EqualCalls, AreMissedWhereTheyWouldTurnTheVerdict) {
  SampleWorld world = growing_world(4, 1, true);
  (void)world.run({"-e", "a(1) <= 2.2 * b(1)", "-p", "sample"});
  EXPECT_THAT(
      world.out,
      HasSubstr("undecided: its sides cannot make the same calls (a run "
                "makes "));
  EXPECT_THAT(world.out, HasSubstr("and late calls of a(1) take "));
  EXPECT_FALSE(world.launcher.blocks.back().runs[0].calls);
}

/// The first third of the calls of `b`, which makes few, is dear.
SampleWorld cold_world(double a) {
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    const bool is_a = order.performance.method == "a";
    const double noise = 1 + static_cast<double>((block * 7 + 3) % 11) / 1000;
    workload::RunAnswer answer;
    answer.iterations = is_a ? 10'000 : 10;
    answer.warmup = 13;
    for (std::size_t i = 0; i < order.observations; ++i) {
      const bool is_cold = !is_a && 3 * i < order.observations;
      answer.observations.push_back((is_a ? a : 40) * (is_cold ? 5 : 1) *
                                    noise);
    }
    answer.counted_ns = 1'000'000;
    answer.warmup_ns = 250'000;
    return answer;
  });
  world.decides_by_typical_calls = false;
  world.environment = {};
  return world;
}

// The cost of a call does not fall on and on.
TEST(EqualCalls, AreNotMissedIfCallsBeginCold) {
  SampleWorld world = cold_world(2);
  EXPECT_EQ(world.run({"-e", "a(1) < b(1)", "-p", "sample"}), 0) << world.out;
  EXPECT_THAT(world.out, Not(HasSubstr("same calls")));
}

// The mean of `b`, 93 in its short runs, falls to 40 in longer ones.
TEST(EqualCalls, AreMissedIfAColdBeginningDecides) {
  SampleWorld world = cold_world(60);
  EXPECT_EQ(world.run({"-e", "a(1) < b(1)", "-p", "sample"}), 4);
  EXPECT_THAT(world.out, HasSubstr("its sides cannot make the same calls"));
  EXPECT_THAT(world.out,
              HasSubstr("with equally many the ratio would be about 1.498"));
}

TEST(EqualCalls, AreNotMissedWhereNothingGrows) {
  SampleWorld world(means({{"a", 100}, {"b", 9000}}));
  world.decides_by_typical_calls = false;
  (void)world.run({"-e", "a(1) < b(1)", "-p", "sample"});
  EXPECT_THAT(world.out, Not(HasSubstr("same calls")));
}

/// b takes 4 ns longer than a's 100, or so much, and its time is so uncertain.
SampleWorld clock_world(double a, double b, double longer = 4) {
  const Script script = means({{"a", 100}, {"b", 100 + longer}});
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = script(order, block);
    answer.single.uncertain = order.performance.method == "a" ? a : b;
    return answer;
  });
  world.decides_by_typical_calls = false;
  world.environment = {};
  return world;
}

TEST(EqualTiming, IsMissedWhereItWouldExplainADifference) {
  SampleWorld world = clock_world(0, 5);
  EXPECT_EQ(world.run({"-e", "b(1) <= a(1)", "-p", "sample"}), 4);
  EXPECT_THAT(world.out,
              HasSubstr("its sides are timed in different ways: reading the "
                        "clock between start() and stop() leaves 5 ns of a "
                        "call of b(1) uncertain (4.8 %)"));
}

// Twice a call of 100 ns against one of 198: each is timed with the same error.
TEST(EqualTiming, IsMissedWhereAFindingIsSmallerThanWhatMatters) {
  SampleWorld world = clock_world(5, 5, 98);
  EXPECT_EQ(world.run({"-e", "b(1) = 2 * a(1)", "-p", "sample"}), 4);
  EXPECT_THAT(world.out, HasSubstr("its sides are timed in different ways"));
}

// A quota stops the group between the runs, too, and nobody sees how long.
TEST(WholeTime, IsMissedBelowALimitWhereAQuotaStopsTheGroup) {
  const auto status = [](const char* formula, double quota,
                         const char* metric = "wall",
                         std::uint64_t processors = 1) {
    SampleWorld world(means({{"a", 100}, {"b", 9000}}));
    world.launcher.records[0].facts.quota = quota;
    world.launcher.records[0].facts.processors = processors;
    world.environment = {};
    world.decides_by_typical_calls = false;
    return world.run({"-e", formula, "-p", "sample", "--metric", metric});
  };
  EXPECT_EQ(status("a(1) < 200 ns", 0.2), 4);
  EXPECT_EQ(status("a(1) <= 200 ns", 0.2), 4);
  EXPECT_EQ(status("200 ns > a(1)", 0.2), 4);
  EXPECT_EQ(status("a(1) >= 200 ns", 0.2), 4);
  EXPECT_EQ(status("a(1) <= 50 ns", 0.2), 1);
  EXPECT_EQ(status("a(1) > 50 ns", 0.2), 0);
  EXPECT_EQ(status("a(1) < b(1)", 0.2), 0);
  EXPECT_EQ(status("a(1) < 200 ns", 0.2, "cpu"), 0);
  EXPECT_EQ(status("a(1) < 200 ns", 1), 0);
  // Not even a processor that waits for its quota takes so long.
  EXPECT_EQ(status("a(1) < 900 ns", 0.2), 0);
  EXPECT_EQ(status("900 ns > a(1)", 0.2), 0);
  EXPECT_EQ(status("a(1) < 490 ns", 0.2), 4);
  EXPECT_EQ(status("a(1) < 900 ns", 0.2, "wall", 2), 4);
  SampleWorld world(means({{"a", 100}}));
  world.launcher.records[0].facts.quota = 0.2;
  EXPECT_EQ(world.run({"-e", "a(1) <= 50 ns", "-p", "sample"}), 1);
  EXPECT_EQ(world.run({"-e", "a(1) <= 200 ns", "-p", "sample"}), 4);
  EXPECT_THAT(world.out,
              HasSubstr("the control group grants 0.2 of a processor, and "
                        "times below a limit lack what it waits between runs: "
                        "grant it at least 2 (docker run --cpus 2, or "
                        "CPUQuota=200% in systemd), or ask for processor time "
                        "(--metric cpu)"));
}

TEST(EqualTiming, IsNotMissedWhereSidesAreTimedAlikeOrDifferByMore) {
  for (const auto& [a, b] : {std::pair(0.0, 1.0), {0.0, 0.0}, {5.0, 5.0}}) {
    SampleWorld world = clock_world(a, b);
    EXPECT_EQ(world.run({"-e", "b(1) <= a(1)", "-p", "sample"}), 1);
  }
}

/// Calls after the usual length of a run take so many times as long.
SampleWorld late_world(double a, double b) {
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    constexpr std::size_t kUsual = 50;
    const bool is_a = order.performance.method == "a";
    const double noise =
        static_cast<double>((block * (is_a ? 7 : 4) + 3) % 11) / 10;
    workload::RunAnswer answer;
    answer.iterations = 1000;
    answer.warmup = 13;
    for (std::size_t i = 0; i < order.observations; ++i) {
      const double late = i < kUsual ? 1 : is_a ? a : b;
      answer.observations.push_back((100 + noise) * late);
    }
    answer.counted_ns = order.observations * 20'000;
    answer.warmup_ns = 250'000;
    return answer;
  });
  world.launcher.run_seconds = 0.002;
  world.decides_by_typical_calls = false;
  world.environment = {{"SPL_OBSERVATIONS", "50"}};
  return world;
}

std::string said(SampleWorld& world, const std::string& formula,
                 std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"-e", formula, "-p", "sample"});
  (void)world.run(arguments);
  const std::size_t first = world.out.find('\n') + 1;
  return world.out.substr(first, world.out.find("1 formula:") - first);
}

TEST(LateCalls, AreAskedForBeforeAnIncreaseIsRuledOut) {
  SampleWorld world = late_world(1, 1);
  EXPECT_THAT(said(world, "a(1) <= b(1)"),
              HasSubstr(": no change of 2 % is left"));
  const auto& blocks = world.launcher.blocks;
  EXPECT_GT(blocks.back().runs[0].observations, 200U);
  EXPECT_EQ(blocks.back().runs.size(), 2U);
  EXPECT_EQ(blocks[blocks.size() - 2].runs[0].observations, 50U);
  EXPECT_THAT(world.out, HasSubstr("; behaviour after "));
}

TEST(LateCalls, LeaveARelationUndecidedThatTheyWouldTurn) {
  SampleWorld world = late_world(2.3, 1);
  EXPECT_THAT(said(world, "a(1) <= b(1)"),
              HasSubstr("undecided: late calls of a(1) take 2.3 times as "
                        "long as early ones, those of b(1) 1 times; "
                        "-s observations="));
  EXPECT_EQ(world.run({"-e", "a(1) <= b(1)", "-p", "sample"}), 4);
}

TEST(LateCalls, LeaveARelationWithAWiderMarginDecided) {
  SampleWorld world = late_world(1.1, 1);
  EXPECT_THAT(said(world, "a(1) <= 1.3 * b(1)"), HasSubstr("not refuted"));
  EXPECT_GT(world.launcher.blocks.back().runs[0].observations, 200U);
  EXPECT_THAT(said(world, "a(1) <= 1.01 * b(1)"),
              HasSubstr("undecided: late calls of a(1) take 1.1 times"));
}

// Late calls make pairs longer than was planned: seven and not nine of them
// fit, and all of these show the same.
TEST(LateCalls, LeaveARelationUndecidedHoweverFewPairsFit) {
  SampleWorld world = late_world(5, 1);
  world.launcher.late_seconds = 60e-6;
  EXPECT_THAT(said(world, "a(1) <= b(1)", {"--budget", "300ms"}),
              HasSubstr("undecided: late calls of a(1) take 5 times as long "
                        "as early ones"));
  std::size_t pairs = 0;
  for (const Block& block : world.launcher.blocks) {
    pairs += block.runs[0].observations > 50 ? 1 : 0;
  }
  EXPECT_GT(pairs, 1U);
  EXPECT_LT(pairs, 9U);
}

// c(1) is found slower at the very look at which a(1) begins to wait for its
// long runs: that a(1) would hold closes nothing, and a(2) is measured on.
TEST(LateCalls, DecideNoFormulaBeforeTheyAreSeen) {
  const Script late = late_world(2.3, 1).launcher.script();
  SampleWorld world = late_world(2.3, 1);
  world.launcher.follow([late](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = late(order, block);
    const std::string name = to_text(order.performance);
    double factor = 1;
    if (name == "c(1)" && block >= 14) factor = 1.03;
    if (name == "a(2)") factor = block % 4 < 2 ? 1.2 : 0.8;
    for (double& one : answer.observations) one *= factor;
    return answer;
  });
  (void)world.run({"-e", "a(1) <= b(1) or c(1) <= b(1) or a(2) <= b(1)", "-p",
                   "sample", "--json=-"});
  const json relations = json::parse(world.out)["formulas"][0]["relations"];
  EXPECT_EQ(relations[0]["stopped"], "late calls");
  EXPECT_EQ(relations[1]["strength"], "refuted");
  EXPECT_EQ(relations[1]["blocks"], relations[0]["blocks"]);
  EXPECT_NE(relations[2]["stopped"], "formula");
}

TEST(LateCalls, MayGrowOnBothSidesAlike) {
  SampleWorld world = late_world(2.3, 2.3);
  EXPECT_THAT(said(world, "a(1) <= b(1)"), HasSubstr("no change of 2 %"));
  EXPECT_THAT(world.out,
              HasSubstr("warning: a(1) <= b(1): calls of a(1) go on getting "
                        "slower with the calls of a process (2.3 times as long "
                        "after 24.2 ms as at first), calls of b(1) go on "));
  SampleWorld less = late_world(1.2, 1.2);
  EXPECT_THAT(said(less, "a(1) <= b(1)"), HasSubstr("no change of 2 %"));
  EXPECT_THAT(less.out,
              HasSubstr("warning: a(1) <= b(1): late calls of both sides take "
                        "1.2 and 1.2 times as long as early ones: what they "
                        "cost depends on how long a process lives\n"));
}

TEST(LateCalls, AreNotAskedForWhereNothingIsRuledOut) {
  SampleWorld world = late_world(1, 1);
  (void)said(world, "a(1) <= 0.9 * b(1)");
  for (const Block& block : world.launcher.blocks) {
    EXPECT_LE(block.runs[0].observations, 50U);
  }
}

TEST(LateCalls, ThatFailAreReported) {
  SampleWorld world = late_world(1, 1);
  const Script fine = late_world(1, 1).launcher.script();
  world.launcher.follow([fine](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = fine(order, block);
    if (order.observations > 50) answer.failure = "ended by signal 11";
    return answer;
  });
  EXPECT_THAT(said(world, "a(1) <= b(1)"),
              HasSubstr("undecided: in a run of "));
  EXPECT_THAT(world.out, HasSubstr(" observations a(1) ended by signal 11"));
}

TEST(Precision, GoesOnUntilTheIntervalIsThatNarrow) {
  SampleWorld world = late_world(1, 1);
  const std::string usual = said(world, "a(1) <= 0.9 * b(1)");
  const std::string precise =
      said(world, "a(1) <= 0.9 * b(1)", {"-s", "precision=0.05%"});
  EXPECT_THAT(usual, HasSubstr("refuted: typical calls 1.11"));
  EXPECT_THAT(usual, HasSubstr("; 12 blocks\n"));
  EXPECT_THAT(precise, HasSubstr("refuted: typical calls 1.11"));
  EXPECT_THAT(precise, ::testing::ContainsRegex(
                           "; 12 blocks and [0-9]+ more for the ratio;"));
  EXPECT_THAT(precise, HasSubstr("; the ratio is known within 0.0"));
}

TEST(Precision, SaysWhatIsMissing) {
  SampleWorld world = late_world(1, 1);
  EXPECT_THAT(
      said(world, "a(1) <= 0.9 * b(1)",
           {"-s", "precision=0.03%", "--budget", "400ms"}),
      ::testing::ContainsRegex(
          "; 12 blocks and [0-9]+ more for the ratio; the ratio is known "
          "within [0-9.]+ %, 0.03 "
          "% takes about [0-9]+ more blocks"));
}

}  // namespace
}  // namespace spl::runner
