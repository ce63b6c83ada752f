// spl-run in a scripted world, where it finds out itself how much to measure.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "runner/tools/translator.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Formulas for which no number of runs is asked.
class Adaptive : public ::testing::Test {
 protected:
  Adaptive() { world_.environment.clear(); }

  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-p", "sample"});
    return world_.run(arguments);
  }

  /// That many blocks after the pilot: what is made is that, and what
  /// relations have, each in blocks of its own.
  void interrupt_after(std::size_t blocks, std::vector<std::string> arguments) {
    world_.launcher.interruption.reset();
    world_.launcher.blocks.clear();
    const std::string output = "--json=-";
    if (std::ranges::count(arguments, output) == 0) {
      arguments.push_back(output);
    }
    (void)run(arguments);
    std::size_t pilot = world_.launcher.blocks.size();
    const json report = json::parse(world_.out);
    for (const json& formula : report["formulas"]) {
      for (const json& relation : formula["relations"]) {
        pilot -= relation["blocks"].get<std::size_t>();
      }
    }
    world_.launcher.interruption = pilot + blocks;
    world_.launcher.blocks.clear();
  }

  TemporaryFolder folder_;
  SampleWorld world_{means({{"a", 100}, {"b(1)", 110}, {"c", 100}})};
};

TEST_F(Adaptive, StopsWhereTheAnswerIsClear) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("      proven: ratio 0.90"));
  // A pilot with two short runs of each, and the blocks of the first look.
  ASSERT_EQ(world_.launcher.blocks.size(), 7U);
  EXPECT_EQ(world_.launcher.blocks[0].runs[0].observations, 3U);
  EXPECT_EQ(world_.launcher.blocks[1].runs[0].observations, 3U);
  EXPECT_EQ(world_.launcher.blocks[2].runs[0].observations, 50U);
}

/// In which the first calls of the pilot's runs of a cost so many times as
/// much: the iterations of its observations are few, and its calls take as long
/// as they do once it is warm.
SampleWorld cold_world(double times) {
  const Script warm = means({{"a", 100}, {"b(1)", 110}});
  SampleWorld world([=](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = warm(order, block);
    answer.iterations = static_cast<std::uint64_t>(12'000 / 100);
    if (order.calls) {
      answer.iterations = order.calls->iterations;
      answer.warmup = order.calls->warmup;
    } else {
      answer.warmup = static_cast<std::uint64_t>(100 / times);
    }
    answer.counted_ns = order.observations * answer.iterations * 100;
    return answer;
  });
  world.environment.clear();
  return world;
}

std::vector<Calls> calls_of_blocks(const SampleWorld& world) {
  std::vector<Calls> result;
  for (const Block& block : world.launcher.blocks) {
    for (const RunOrder& order : block.runs) {
      if (order.calls) result.push_back(*order.calls);
    }
  }
  return result;
}

// However long the pilot's runs took to settle.
TEST_F(Adaptive, WarmsUpByTheTimeOfACallAlone) {
  for (const double times : {1, 30}) {
    SampleWorld world = cold_world(times);
    EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) < b(1)"}), 0);
    EXPECT_EQ(calls_of_blocks(world), std::vector<Calls>(10, {120, 84}));
  }
}

// What was measured before changes nothing.
TEST_F(Adaptive, WarmsUpAlikeWithAColdStoreAndAWarmOne) {
  const TemporaryFolder folder;
  SampleWorld world = cold_world(1);
  world.keeps_history = true;
  world.environment["SPL_HISTORY"] = (folder.path() / "history.db").string();
  for (const char* store : {"cold", "warm"}) {
    world.launcher.blocks.clear();
    EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) < b(1)"}), 0);
    EXPECT_EQ(calls_of_blocks(world), std::vector<Calls>(10, {120, 84}))
        << store;
  }
}

TEST_F(Adaptive, WarmsUpAsAskedFor) {
  SampleWorld world = cold_world(1);
  (void)world.run({"-p", "sample", "-e", "a(1) < b(1)", "-s", "warmup=20ms"});
  EXPECT_EQ(calls_of_blocks(world), std::vector<Calls>(10, {120, 1667}));
  for (const RunOrder& order : world.launcher.blocks.front().runs) {
    EXPECT_EQ(order.warmup, std::chrono::milliseconds(20));
  }
  world.launcher.blocks.clear();
  (void)world.run({"-p", "sample", "-e", "a(1) < b(1)", "-s", "warmup=0"});
  EXPECT_EQ(calls_of_blocks(world), std::vector<Calls>());
}

TEST_F(Adaptive, SaysAfterHowManyBlocksItStoppedAndWhy) {
  const auto says = [&](const std::vector<std::string>& arguments,
                        const std::string& what) {
    (void)run(arguments);
    EXPECT_THAT(world_.out, HasSubstr(what + '\n'));
  };
  says({"-e", "a(1) < b(1)"}, "); 5 blocks");
  says({"-e", "a(1) <= c(1)"}, "; 5 blocks: no change of 2 % is left");
  says(
      {"-e", "a(1) < c(1)", "--runs", "10"},
      "      not proven: ratio 0.9998 (0.996 .. 1.003); 10 blocks, as planned");
  says({"-e", "a(1) <= c(1)", "-s", "resolution=0.01%"},
       "; budget used up after 38 blocks");
  says({"-e", "a(1) <= c(1)", "--runs", "7"}, "; 7 blocks, as planned");
  says({"-e", "a(1) < b(1) or a(1) < c(1)"}, "; 4 blocks");
  EXPECT_THAT(world_.out,
              HasSubstr("its formula is decided without it; so far ratio "));
  // A reason that is a sentence.
  says({"-e", "a(1) < b(1)", "--runs", "7", "-s", "observations=1", "-s",
        "interpretation=parametric"},
       "observations in each run; 7 blocks, as planned");
}

// A vector that grows: 2 of 30 observations allocate.
TEST_F(Adaptive, CountsAreNeverTrimmed) {
  SampleWorld growing([](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = means({{"a", 0}})(order, block);
    for (double& one : answer.observations) one = 0;
    answer.observations[3] = answer.observations[9] = 1;
    return answer;
  });
  growing.decides_by_typical_calls = false;
  for (const std::vector<std::string>& metric :
       {std::vector<std::string>{"-e", "a(1) <= 0", "--metric", "allocations"},
        {"-e", "set metric = allocations; a(1) <= 0"}}) {
    std::vector<std::string> arguments{"-p", "sample"};
    arguments.insert(arguments.end(), metric.begin(), metric.end());
    EXPECT_EQ(growing.run(arguments), 1);
    EXPECT_THAT(growing.out, HasSubstr("      refuted: difference 0.06667; "
                                       "10 blocks"));
  }
  EXPECT_EQ(growing.run({"-p", "sample", "-e", "a(1) <= 0", "--metric",
                         "allocations", "-s", "statistic=typical"}),
            0);
}

TEST_F(Adaptive, StopsWhereNothingDiffersAndNothingVaries) {
  SampleWorld none(means({{"a", 0}}));
  none.environment.clear();
  EXPECT_EQ(
      none.run({"-e", "a(1) <= 0", "-p", "sample", "--metric", "allocations"}),
      0);
  EXPECT_THAT(none.out, HasSubstr("difference 0; nothing varied; 5 blocks"));
  EXPECT_EQ(none.run({"-e", "a(1) <= 0", "-p", "sample", "--metric",
                      "allocations", "--json=-"}),
            0);
  const auto relation = json::parse(none.out)["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["strength"], "not refuted");
  EXPECT_EQ(relation["stopped"], "resolution");
  EXPECT_EQ(relation["blocks"], 5);
}

TEST_F(Adaptive, TellsWhatTheBudgetLeavesOpen) {
  EXPECT_EQ(run({"-e", "a(1) <= c(1)", "-s", "resolution=0.01%", "--budget",
                 "0", "-s", "max-runs=20", "--json=-"}),
            0);
  EXPECT_THAT(world_.err,
              HasSubstr("      not refuted: ratio 0.9996 (0.9968 .. "
                        "1.002); 20 blocks, as planned\n"));
  const auto relation = json::parse(world_.out)["formulas"][0]["relations"][0];
  EXPECT_EQ(relation["stopped"], "runs");
  EXPECT_EQ(relation["blocks"], 20);
  EXPECT_GT(relation["hidden"], 0);
  const double times = relation["detectable"].get<double>() / 0.0001;
  EXPECT_EQ(relation["blocks_needed"], std::ceil(20 * times * times));
}

TEST_F(Adaptive, LeavesAloneWhatNoFormulaNeedsAnyMore) {
  EXPECT_EQ(run({"-e", "a(1) < b(1) or a(1) < c(1)", "--json=-"}), 0);
  const auto relations = json::parse(world_.out)["formulas"][0]["relations"];
  EXPECT_EQ(relations[0]["stopped"], "decided");
  EXPECT_EQ(relations[1]["stopped"], "formula");
  EXPECT_EQ(relations[1]["verdict"], "undecided");
  EXPECT_EQ(relations[1]["reason"], "its formula is decided without it");
}

TEST_F(Adaptive, SaysWhatABudgetIsTooSmallFor) {
  world_.launcher.run_seconds = 1;
  EXPECT_EQ(run({"-e", "a(1) > b(1) + 30 ns", "--budget", "9s"}), 1);
  EXPECT_THAT(world_.out, HasSubstr("; 3 blocks\n"));
  EXPECT_THAT(world_.out, ::testing::Not(HasSubstr("a block of runs takes")));
  EXPECT_EQ(run({"-e", "a(1) < b(1) - 10 ns", "--budget", "9s", "-s",
                 "resolution=0.1%"}),
            4);
  EXPECT_THAT(
      world_.out,
      HasSubstr("warning: <formula 1>: a block of runs takes 2 s, "
                "so that a budget of 9 s holds only 3 blocks; --budget 13s "
                "holds 5\n"));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--budget", "3s"}), 4);
  EXPECT_THAT(
      world_.out,
      HasSubstr("  ? the budget is too short for two runs of each side\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("warning: <formula 1>: a run of b(1) takes "
                        "1 s, so that a block may take 2 s, and a budget of 3 "
                        "s holds no two; --budget 15s holds the 5 of a first "
                        "look\n"));
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--budget", "15s"}), 0);
}

// A larger budget is the dearer remedy.
TEST_F(Adaptive, NamesALongStartFirst) {
  world_.launcher.run_seconds = 3;
  world_.launcher.iteration_seconds = {{"a", 1e-6}, {"b", 1e-6}};
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "--budget", "5s"}), 4);
  EXPECT_THAT(world_.out,
              ::testing::StartsWith(
                  "undecided: a(1) <= b(1)\n"
                  "  ? a(1) starts in 3 s and measures for 3 us: move "
                  "its set-up out of the runs\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("warning: <formula 1>: a run of a(1) takes 3 s, so "
                        "that a block may take 6 s, and a budget of 5 s holds "
                        "no two; --budget 40s holds the 5 of a first look\n"));
  EXPECT_EQ(run({"-e", "a(1) < b(1) - 10 ns", "--budget", "25s", "-s",
                 "resolution=0.1%"}),
            4);
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "warning: <formula 1>: b(1) starts in 3 s and measures for 2 ms: "
          "move its set-up out of the runs; a block of runs takes 6 s, so "
          "that a budget of 25 s holds only 3 blocks; --budget 38s holds "
          "5\n"));
}

// A busy machine lets the pilot's few runs wait.
TEST_F(Adaptive, GoesOnToTheEndOfTheBudgetWhateverThePilotTook) {
  world_.launcher.run_seconds = 1;
  world_.launcher.beyond_pilot = 0.05;
  EXPECT_EQ(run({"-e", "a(1) < b(1) - 10 ns", "--budget", "9s", "-s",
                 "resolution=0.1%"}),
            4);
  EXPECT_THAT(world_.out, HasSubstr(" after 5 blocks\n"));
  EXPECT_THAT(world_.out, ::testing::Not(HasSubstr("a block of runs takes")));
}

TEST_F(Adaptive, SaysWhatABudgetIsTooSmallForWhateverTheMostRuns) {
  world_.launcher.run_seconds = 1;
  const auto warning = HasSubstr("warning: <formula 1>: a ");
  EXPECT_EQ(run({"-e", "a(1) < b(1) - 10 ns", "--budget", "9s", "-s",
                 "resolution=0.1%", "-s", "max-runs=20"}),
            4);
  EXPECT_THAT(world_.out, warning);
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--budget", "3s", "-s", "max-runs=20"}),
            4);
  EXPECT_THAT(world_.out, warning);
  // So many were wanted.
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--budget", "9s", "-s", "max-runs=3"}),
            0);
  EXPECT_THAT(world_.out, ::testing::Not(warning));
}

TEST_F(Adaptive, TellsOfACrashBesideWhatIsTooSlow) {
  world_.launcher.run_seconds = 1;
  EXPECT_EQ(run({"-e", "a(1) < b(2)", "--budget", "4s"}), 3);
  EXPECT_THAT(world_.out,
              HasSubstr("  ! b(2) was killed by signal 11 (Segmentation "
                        "fault)\n"));
}

TEST_F(Adaptive, DoesNotRepeatWhatFailedInThePilot) {
  EXPECT_EQ(run({"-e", "a(1) < b(2)", "-e", "a(1) < b(1)"}), 3);
  EXPECT_THAT(world_.out, HasSubstr("b(2) was killed by signal 11"));
  std::size_t tried = 0;
  for (const Block& block : world_.launcher.blocks) {
    for (const RunOrder& order : block.runs) {
      tried += to_text(order.performance) == "b(2)" ? 1 : 0;
    }
  }
  EXPECT_EQ(tried, 1U);
}

// What is too short to be timed may be counted.
TEST_F(Adaptive, RepeatsWhatFailedInThePilotForAnotherMetric) {
  const Script script = world_.launcher.script();
  world_.launcher.follow([&](const RunOrder& order, std::size_t block) {
    return is_time(order.metrics.front())
               ? failed_run("is too short to be timed")
               : script(order, block);
  });
  EXPECT_EQ(run({"-e", "a(1) <= b(1)", "-e",
                 "set metric = allocations\na(1) <= 2 * b(1)"}),
            3);
  EXPECT_THAT(world_.out, HasSubstr("<formula 1>: error: a(1) <= b(1)\n"));
  EXPECT_THAT(world_.out,
              HasSubstr("<formula 2>: holds (allocations): a(1) <= 2 * "
                        "b(1)\n"));
}

TEST_F(Adaptive, SharesTheLevelOfAFile) {
  // Ten relations in the file, of which each gets 0.5 %.
  const std::string path =
      folder_.write("x.spl", "for i in 1..10: a(i) < 2 * a(i + 1)");
  const int status = run({path, "--json=-"});
  EXPECT_EQ(status, 0) << world_.err;
  const auto relations = json::parse(world_.out)["formulas"][0]["relations"];
  ASSERT_EQ(relations.size(), 10U);
  EXPECT_EQ(relations[0]["adjusted_alpha"], 0.005);
  // The first look, after 5 of 38 blocks, has its part of that.
  EXPECT_EQ(relations[0]["stopped"], "decided");
  EXPECT_NEAR(relations[0]["ratio"]["level"],
              1 - 2 * 0.005 * std::log1p(std::expm1(1.0) * 5 / 38), 1e-9);
  EXPECT_THAT(world_.err, HasSubstr("down to 0.5 % in a family"));
  EXPECT_EQ(run({path, "--json=-", "-s", "familywise=0"}), 0);
  EXPECT_EQ(
      json::parse(world_.out)["formulas"][0]["relations"][0]["adjusted_alpha"],
      0.01);
}

// Holm's steps: 5/3, 5/2 and 5 %, but never more than alpha.
TEST_F(Adaptive, StepsDownWhereAFileHasOneLook) {
  const std::string path =
      folder_.write("x.spl", "a(1) < 1.003 * c(1)\na(1) < c(1)\na(1) < b(1)\n");
  EXPECT_EQ(run({path, "-s", "alpha=4%", "--runs", "10", "--json=-"}), 1);
  const auto formulas = json::parse(world_.out)["formulas"];
  ASSERT_EQ(formulas.size(), 3U);
  const auto relation = [&](std::size_t i) {
    return formulas[i]["relations"][0];
  };
  const auto p = [&](std::size_t i) -> double {
    return relation(i)["interpretations"]["blocks"]["p_less"];
  };
  EXPECT_LT(p(2), 0.05 / 3);
  EXPECT_EQ(relation(2)["adjusted_alpha"], 0.05 / 3);
  EXPECT_EQ(relation(2)["strength"], "proven");
  // A third of the level for each would not have proven this one.
  EXPECT_GT(p(0), 0.05 / 3);
  EXPECT_LT(p(0), 0.05 / 2);
  EXPECT_EQ(relation(0)["adjusted_alpha"], 0.05 / 2);
  EXPECT_EQ(relation(0)["strength"], "proven");
  EXPECT_GT(p(1), 0.05);
  EXPECT_EQ(relation(1)["adjusted_alpha"], 0.04);
  EXPECT_EQ(relation(1)["strength"], "not proven");
}

TEST_F(Adaptive, PlansWithoutDeciding) {
  const std::string path =
      folder_.write("x.spl", "a(1) < b(1)\nslow: a(1) <= c(1)\n");
  EXPECT_EQ(run({"plan", path}), 0);
  // Each run takes 62.5 ms, all of it its start.
  const auto performance = [](const std::string& name, const std::string& runs,
                              const std::string& observations) {
    return "  " + name +
           ": 50 observations a run; start 62.5 ms, warm-up 0 s, observation "
           "0 s\n    variance between runs " +
           runs + ", between observations " + observations +
           "; optimum of observations not known (2013), not known (2005)\n";
  };
  EXPECT_EQ(
      world_.out,
      path +
          ":1: line1: a(1) < b(1)\n  at most 38 blocks of 125 ms, in 4.75 s "
          "after a pilot of 188 ms\n  nine of ten would find a change of 0.3 % "
          "at 0.35 %, the last look's share of 1 %; the ratio would be known "
          "within 0.21 %\n" +
          path +
          ":2: slow: a(1) <= c(1)\n  at most 38 blocks of 125 ms, in 4.75 s "
          "after a pilot of 188 ms\n  nine of ten would find a change of 0.25 "
          "% at 0.35 %, the last look's share of 1 %; the ratio would be known "
          "within 0.17 %\nall relations: in at most 9.88 s\n" +
          performance("a(1)", "0.115", "0.102") +
          performance("b(1)", "0.132", "0.124") +
          performance("a(1)", "0.115", "0.102") +
          performance("c(1)", "0.101", "0.102") +
          "  measured on host: steal 0 %\nMeasured in 22 s, seed 42.\n");
  EXPECT_EQ(run({"plan", path, "--json=-"}), 0);
  const auto plan = json::parse(world_.out)["plan"];
  EXPECT_EQ(plan["relations"][0]["blocks"], 38);
  EXPECT_EQ(plan["relations"][0]["seconds"], 4.75);
  EXPECT_EQ(plan["relations"][0]["pilot_seconds"], 0.1875);
  EXPECT_EQ(plan["relations"][0]["link_seconds"], 0);
  EXPECT_EQ(plan["relations"][0]["sharing"], 1);
  EXPECT_EQ(plan["seconds"], 9.875);
  EXPECT_EQ(json::parse(world_.out)["formulas"].size(), 0U);
  EXPECT_EQ(run({"-e", "a(1) < b(2)", "plan"}), 3);
}

// Runs and observations leave nothing for a pilot to find out.
// Runs of 100 observations of 100 iterations each, and what they leave unseen.
TEST_F(Adaptive, PlansForEachPart) {
  world_.decides_by_typical_calls = false;
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "plan", "-s", "observations=100", "-s",
                 "precision=0.2%", "--budget", "3s"}),
            0);
  EXPECT_THAT(
      world_.out,
      HasSubstr(
          "\n  typical calls: nine of ten would find a change of 0.4 % at 0.44 "
          "%, the last look's share of 1 %; the ratio would be known within "
          "0.28 % (-s precision=0.2% takes about 42 blocks)\n  all calls: nine "
          "of ten would find a change of 0.46 % at 0.12 %, the last look's "
          "share of 1 %; may be unseen (1 in 10): behaviour of fewer than 1 of "
          "10 processes or 1 of 95545 calls\n"));
}

TEST_F(Adaptive, PlansWithoutAPilot) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "plan", "--runs", "20", "-s",
                 "observations=30"}),
            0);
  EXPECT_THAT(world_.out,
              HasSubstr("  at most 20 blocks of 125 ms, in 2.5 s\n"));
  EXPECT_EQ(world_.launcher.blocks.size(), 10U);
}

// The first relation is violated, whatever is measured.
TEST_F(Adaptive, MeasuresNothingWhereAConstantDecides) {
  EXPECT_EQ(run({"-e", "a(1) < a(1) and a(1) < b(1)", "--json=-"}), 1)
      << world_.err;
  const auto report = json::parse(world_.out);
  const auto& relations = report["formulas"][0]["relations"];
  ASSERT_EQ(relations.size(), 2U);
  EXPECT_EQ(relations[0]["stopped"], "constant");
  EXPECT_EQ(relations[1]["stopped"], "formula");
  EXPECT_EQ(relations[1]["verdict"], "undecided");
  EXPECT_EQ(relations[1]["blocks"], 0);
}

// The other formula of the group has been measured.
TEST_F(Adaptive, DecidesNothingOfWhatAConstantMadeNeedless) {
  EXPECT_EQ(run({"-e", "a(1) < a(1) and a(1) < b(1)", "-e", "a(1) < b(1)",
                 "--json=-"}),
            1)
      << world_.err;
  const auto formulas = json::parse(world_.out)["formulas"];
  EXPECT_EQ(formulas[0]["relations"][1]["stopped"], "formula");
  EXPECT_EQ(formulas[0]["relations"][1]["verdict"], "undecided");
  EXPECT_EQ(formulas[1]["relations"][0]["stopped"], "decided");
}

const auto kSpoiled =
    AllOf(HasSubstr("\nwarning: host: its host gave 5 % of the processors' "
                    "time to other virtual machines, which"),
          HasSubstr("\nwarning: sample is built without optimisation"));

TEST_F(Adaptive, WarnsOfWhatSpoilsAPlan) {
  world_.launcher.records[0].steal = 0.05;
  world_.launcher.build.optimized = false;
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "plan", "--json=-"}), 0);
  EXPECT_THAT(world_.err, kSpoiled);
  EXPECT_EQ(json::parse(world_.out)["context"]["hosts"].size(), 1U);
}

TEST_F(Adaptive, PlansWithoutTakingLongerThanWhatIsPlanned) {
  world_.launcher.run_seconds = 1;
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "plan", "--budget", "9s"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("  at most 3 blocks of 2 s, in 6 s after a "
                                    "pilot of 2.45 s\n"));
  EXPECT_THAT(
      world_.out,
      HasSubstr("\n  a block of runs takes 2 s, so that a budget of 9 s "
                "holds only 3 blocks; --budget 13s holds 5\n"));
  // Runs of the pilot: one that took too long and one for each side.
  EXPECT_EQ(world_.launcher.blocks.size(), 6U);
  world_.launcher.blocks.clear();
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "plan", "--budget", "3s"}), 0);
  EXPECT_EQ(world_.out,
            "<formula 1>:1: formula1: a(1) < b(1)\n  a run of b(1) takes 1 "
            "s, so that a block may take 2 s, and a budget of 3 s holds no "
            "two; --budget 15s holds the 5 of a first look\n  measured on "
            "host: steal 0 %\nMeasured "
            "in 3.5 s, seed 42.\n");
  EXPECT_EQ(world_.launcher.blocks.size(), 3U);
}

// A run takes 2 ms to warm up, 1 ms for each observation, and to start what is
// left of its time; its observations differ by 2 %.
TEST_F(Adaptive, PlansBesideThePapersOptimum) {
  SampleWorld world([warm = means({{"a", 100}, {"b", 110}})](
                        const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = warm(order, block);
    answer.warmup_ns = 2'000'000;
    answer.counted_ns = 1'000'000 * order.observations;
    for (std::size_t i = 0; i < answer.observations.size(); ++i) {
      answer.observations[i] *= i % 2 == 0 ? 1.02 : 0.98;
    }
    return answer;
  });
  world.environment.clear();
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) < b(1)", "plan"}), 0);
  // Of a(1) sqrt((57.5 + 2)/1 4.10/0.0466) = 72.4, and with what is observed of
  // runs, 0.0466 + 4.10/58, 45.6.
  EXPECT_EQ(world.out,
            "<formula 1>:1: formula1: a(1) < b(1)\n  at most 20 blocks of 233 "
            "ms, in 4.66 s after a pilot of 250 ms\n  nine of ten would find a "
            "change of 0.45 % at 0.27 %, the last look's share of 1 %; the "
            "ratio would be known within 0.31 %\n  a(1): 58 observations a "
            "run; start 57.5 ms, warm-up 2 ms, observation 1 ms\n    variance "
            "between runs 0.0466, between observations 4.1; optimum of "
            "observations 73 (2013), 46 (2005)\n  b(1): 58 observations a run; "
            "start 57.5 ms, warm-up 2 ms, observation 1 ms\n    variance "
            "between runs 0.049, between observations 4.96; optimum of "
            "observations 78 (2013), 47 (2005)\n  measured on host: steal 0 "
            "%\nMeasured in 12 s, seed 42.\n");
}

TEST_F(Adaptive, PlansTheSumOfWhatRelationsShare) {
  world_.launcher.run_seconds = 0.001;
  EXPECT_EQ(run({"-e", "a(1) < b(1) and b(1) < a(2)", "plan"}), 0);
  EXPECT_THAT(world_.out,
              HasSubstr("  at most 3331 blocks of 3 ms (2 relations share "
                        "them), in 9.99 s after a pilot of 6 ms\n"));
  EXPECT_THAT(world_.out, HasSubstr("\nall relations: in at most 10 s\n"));
}

TEST_F(Adaptive, TestsItself) {
  EXPECT_EQ(run({"doctor", "--budget", "5.3s", "--json=-"}), 3);
  const auto tests = json::parse(world_.out)["self_test"];
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_EQ(tests[0]["name"], "a(1)");
  EXPECT_EQ(tests[0]["blocks"], 40);
  EXPECT_EQ(tests[0]["experiments"], 3);
  EXPECT_THAT(world_.err, HasSubstr("a(1) against itself\n"));
  EXPECT_THAT(world_.err,
              HasSubstr("\nwarning: not tested, because their arguments are "
                        "not known: c (without declared values)\n"));
  EXPECT_EQ(run({"doctor", "-e", "a(1) < b(1)"}), 2);
  const std::string data = std::string(SPL_TEST_DATA) + "/given/groups.json";
  EXPECT_EQ(run({"doctor", "--data", data}), 2);
  EXPECT_EQ(
      world_.err,
      "spl-run: error: --data does not go with doctor, which tests the "
      "programs of -p and builds none; leave it out; spl-run --help shows "
      "all options\n");
}

TEST_F(Adaptive, TestsItselfInSeveralLayouts) {
  world_.recorded["sample"].pack = "pack";
  EXPECT_EQ(run({"doctor", "--budget", "5.3s"}), 3);
  EXPECT_THAT(world_.out,
              HasSubstr("\n  layout             does not move it: 10 links "
                        "differ no more than the runs of each\n"));
  ASSERT_FALSE(world_.layouts.empty());
  EXPECT_EQ(world_.layouts.front().fixed, 10U);
  world_.recorded["sample"] = {{}, {}, "its link was not recorded"};
  EXPECT_EQ(run({"doctor", "--budget", "5.3s"}), 3);
  EXPECT_THAT(world_.out, HasSubstr("\n  layout             not known: its "
                                    "link was not recorded\n"));
  EXPECT_EQ(run({"doctor", "--budget", "5.3s", "-s", "layouts=1"}), 3);
  EXPECT_THAT(world_.out, Not(HasSubstr("\n  layout ")));
  // Its user cannot link spl-run itself.
  world_.self = "copy";
  world_.recorded["copy"] = world_.recorded["sample"];
  EXPECT_EQ(world_.run({"doctor", "--budget", "5.3s"}), 3);
  EXPECT_THAT(world_.out, Not(HasSubstr("\n  layout ")));
}

/// The self-test of a(1) and b(1) by 40 blocks, if blocks and positions in them
/// change times.
std::string tested(const std::function<double(std::size_t block,
                                              std::size_t position)>& factor) {
  struct Place {
    std::size_t block = 0;
    std::size_t position = 1;
  };
  SampleWorld world(
      [plain = means({{"a", 100}, {"b", 110}}), factor, at = Place()](
          const RunOrder& order, std::size_t block) mutable {
        workload::RunAnswer answer = plain(order, block);
        at = {block, at.block == block ? 1 - at.position : 0};
        for (double& one : answer.observations)
          one *= factor(block, at.position);
        return answer;
      });
  world.environment.clear();
  EXPECT_EQ(world.run({"-p", "sample", "doctor", "--budget", "5.3s"}), 0);
  return world.out;
}

TEST_F(Adaptive, TellsHowTheMachineDrifts) {
  EXPECT_EQ(
      tested([](std::size_t block, std::size_t) {
        return 1 + 0.1 * static_cast<double>(block) / 39;
      }),
      "a(1) against itself\n  false alarms       0 slower, 0 faster in 3 "
      "experiments of 12 blocks: 0 % (0 % .. 71 %, 95 %); allowed 2 %\n  "
      "spread             2.9 % between runs, 0.32 % between observations of a "
      "run; impact factor 9.06\n  drift              +9.6 % (p < 1e-12); "
      "second run of a block +0 % (p = 1)\n  detectable change  in 1 s: 0 %\n  "
      "                   in 5 s: 0 %\n                     in 25 s: 0 %\nb(1) "
      "against itself\n  false alarms       0 slower, 0 faster in 3 "
      "experiments of 12 blocks: 0 % (0 % .. 71 %, 95 %); allowed 2 %\n  "
      "spread             2.9 % between runs, 0.32 % between observations of a "
      "run; impact factor 9.03\n  drift              +9.5 % (p < 1e-12); "
      "second run of a block +0 % (p = 1)\n  detectable change  in 1 s: 0 %\n  "
      "                   in 5 s: 0 %\n                     in 25 s: 0 %\n  "
      "measured on host: steal 0 %\nwarning: not tested, because their "
      "arguments are not known: c (without declared values)\nwarning: a(1) "
      "became 9.6 % slower while it was measured: the machine drifts; blocks "
      "cancel that, but do not compare with earlier results; fix the frequency "
      "(governor performance, no turbo) or let it warm up\nwarning: b(1) "
      "became 9.5 % slower while it was measured: the machine drifts; blocks "
      "cancel that, but do not compare with earlier results; fix the frequency "
      "(governor performance, no turbo) or let it warm up\nMeasured in 1 min "
      "24 s, seed 42.\n");
}

TEST_F(Adaptive, TellsThatTheSecondRunOfABlockIsSlower) {
  EXPECT_EQ(
      tested([](std::size_t, std::size_t position) {
        return position == 0 ? 1 : 1.05;
      }),
      "a(1) against itself\n  false alarms       0 slower, 0 faster in 3 "
      "experiments of 12 blocks: 0 % (0 % .. 71 %, 95 %); allowed 2 %\n  "
      "spread             2.4 % between runs, 0.32 % between observations of a "
      "run; impact factor 7.62\n  drift              +0.047 % (p = 0.79); "
      "second run of a block +4.9 % (p < 1e-12)\n  detectable change  in 1 s: "
      "7.7 %\n                     in 5 s: 2.9 %\n                     in 25 "
      "s: 1.3 %\nb(1) against itself\n  false alarms       0 slower, 0 faster "
      "in 3 experiments of 12 blocks: 0 % (0 % .. 71 %, 95 %); allowed 2 %\n  "
      "spread             2.5 % between runs, 0.32 % between observations of a "
      "run; impact factor 7.76\n  drift              +0.0073 % (p = 0.97); "
      "second run of a block +4.9 % (p < 1e-12)\n  detectable change  in 1 s: "
      "7.7 %\n                     in 5 s: 2.9 %\n                     in 25 "
      "s: 1.3 %\n  measured on host: steal 0 %\nwarning: not tested, because "
      "their arguments are not known: c (without declared values)\nwarning: "
      "the second run of a block takes 4.9 % longer than the first (a(1)): a "
      "run leaves something behind for the next; the random order cancels "
      "that, at the price of more blocks\nwarning: the second run of a block "
      "takes 4.9 % longer than the first (b(1)): a run leaves something behind "
      "for the next; the random order cancels that, at the price of more "
      "blocks\nMeasured in 1 min 24 s, seed 42.\n");
}

TEST_F(Adaptive, WarnsOfWhatSpoilsATestOfItself) {
  world_.launcher.records[0].steal = 0.05;
  world_.launcher.build.optimized = false;
  EXPECT_EQ(run({"doctor"}), 3);
  EXPECT_THAT(world_.out, kSpoiled);
}

TEST_F(Adaptive, TestsItselfNoLongerThanTheBudget) {
  world_.launcher.beyond_pilot = 4;  // Blocks take 0.5 s and not 0.125.
  EXPECT_EQ(run({"doctor", "--json=-"}), 3);
  EXPECT_EQ(json::parse(world_.out)["self_test"][0]["blocks"], 10);
  world_.launcher.run_seconds = 1;
  EXPECT_EQ(run({"doctor", "--budget", "3s"}), 3);
  EXPECT_THAT(world_.out,
              HasSubstr("a(1) against itself\n  a run of a@again(1) takes 1 s, "
                        "so that a block may take 2 s, and a budget of 3 s "
                        "holds no two; --budget 15s holds the 5 of a first "
                        "look\n"));
}

TEST_F(Adaptive, EndsInTimeWhereThePilotWasMistaken) {
  world_.launcher.beyond_pilot = 4;  // Blocks take 0.5 s and not 0.125.
  for (const std::string by : {"blocks", "parametric"}) {
    EXPECT_EQ(run({"-e", "a(1) <= c(1)", "-s", "resolution=0.01%", "-s",
                   "interpretation=" + by, "--json=-"}),
              0);
    const auto relation =
        json::parse(world_.out)["formulas"][0]["relations"][0];
    EXPECT_EQ(relation["stopped"], "budget");
    EXPECT_EQ(relation["blocks"], 10);
  }
}

// More than 30 runs a side would only make a clear answer take longer.
TEST_F(Adaptive, LetsThePapersInterpretationsLookOnce) {
  for (const std::string by : {"welch", "parametric", "nonparametric"}) {
    EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "interpretation=" + by}), 0);
    EXPECT_EQ(world_.err, "spl-run: note: <formula 1>: " + by +
                              " looks once, after 30 runs a side\n");
    EXPECT_THAT(world_.out, HasSubstr("; 30 blocks, as planned\n"));
  }
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-s", "interpretation=welch", "--budget",
                 "2s"}),
            0);
  EXPECT_THAT(world_.err, HasSubstr(" runs a side, which the budget holds\n"));
  EXPECT_THAT(world_.out, HasSubstr("; budget used up after "));
  for (const std::string asked : {"runs=35", "max-runs=35"}) {
    EXPECT_EQ(
        run({"-e", "a(1) < b(1)", "-s", "interpretation=welch", "-s", asked}),
        0);
    EXPECT_EQ(world_.err, "");
    EXPECT_THAT(world_.out, HasSubstr("; 35 blocks, as planned\n"));
  }
  EXPECT_EQ(run({"-e", "a(1) < b(1)"}), 0);
  EXPECT_EQ(world_.err, "");
}

TEST_F(Adaptive, SaysThatBlocksTookLongerThanThePilots) {
  world_.launcher.beyond_pilot = 16;  // Blocks take 2 s and not 0.125.
  EXPECT_EQ(run({"-e", "a(1) <= c(1)", "--budget", "5s"}), 0);
  EXPECT_THAT(
      world_.out,
      HasSubstr("warning: <formula 1>: a block of runs takes 2 s, "
                "so that a budget of 5 s holds only 2 blocks; --budget 11s "
                "holds 5\n"));
  // So many were wanted.
  EXPECT_EQ(run({"-e", "a(1) <= c(1)", "--budget", "5s", "-s", "max-runs=2"}),
            0);
  EXPECT_THAT(world_.out, ::testing::Not(HasSubstr("warning")));
}

TEST_F(Adaptive, ReportsWhatThereIsWhenInterrupted) {
  const std::vector<std::string> formulas{
      "-e", "a(1) <= c(1)", "-e", "a(1) < b(1)", "-s", "resolution=0.01%"};
  interrupt_after(15, formulas);  // Ten and five blocks.
  EXPECT_EQ(run(formulas), 4);
  EXPECT_THAT(
      world_.out,
      AllOf(HasSubstr("<formula 1>: undecided: a(1) <= c(1)\n  ? "),
            HasSubstr("      undecided: interrupted after 10 of at most 38 "
                      "blocks; so far ratio 0.9998 (0.9946 .. 1.005)\n"),
            HasSubstr("        rerun: spl-run -v -e 'a(1) <= c(1)' -s "
                      "resolution=0.01% -p sample\n"),
            HasSubstr("      proven: ratio 0.9093 (0.8998 .. 0.9188); 5 "
                      "blocks\n"),
            HasSubstr("\n1 of 2 formulas undecided, 1 holds, ")));
  std::vector<std::string> arguments = formulas;
  arguments.emplace_back("--json=-");
  EXPECT_EQ(run(arguments), 4);
  const json report = json::parse(world_.out);
  const json& open = report["formulas"][0]["relations"][0];
  EXPECT_EQ(open["stopped"], "interrupted");
  EXPECT_EQ(open["verdict"], "undecided");
  EXPECT_EQ(open["strength"], "undecided");
  EXPECT_EQ(open["finding"], "unknown");
  EXPECT_NEAR(open["ratio"]["estimate"].get<double>(), 1, 0.01);
  EXPECT_EQ(open["blocks"], 10);
  EXPECT_EQ(open["blocks_planned"], 38);
  const json& decided = report["formulas"][1]["relations"][0];
  EXPECT_EQ(decided["stopped"], "decided");
  EXPECT_EQ(decided["strength"], "proven");
  EXPECT_EQ(decided["blocks"], 5);
}

// A refuted relation leaves its level to the rest of its family (Holm).
TEST_F(Adaptive, LeavesNoLevelToOthersWhereItWasInterrupted) {
  const auto adjusted_alpha = [&](std::size_t blocks) {
    const std::vector<std::string> formulas{
        "-e",      "a(1) <= c(1); a(2) >= b(1)",
        "--runs",  "10",
        "-s",      "alpha=0.05",
        "-s",      "familywise=0.05",
        "--json=-"};
    interrupt_after(blocks, formulas);
    (void)run(formulas);
    return json::parse(
        world_.out)["formulas"][0]["relations"][0]["adjusted_alpha"];
  };
  EXPECT_EQ(adjusted_alpha(20), 0.05);
  EXPECT_EQ(adjusted_alpha(19), 0.025);
}

TEST_F(Adaptive, ReportsWhatHadFailedBeforeItWasInterrupted) {
  const std::vector<std::string> formulas{"-e", "b(2) < a(1)", "-e",
                                          "a(1) <= c(1)"};
  interrupt_after(0, formulas);
  EXPECT_EQ(run(formulas), 3);
  EXPECT_THAT(world_.out,
              AllOf(HasSubstr("  ! b(2) was killed by signal 11"),
                    HasSubstr("  ? interrupted before its first block\n")));
}

TEST_F(Adaptive, ReportsThatNothingWasMeasuredWhenInterrupted) {
  for (const auto* runs : {"--runs=10", "--set=max-runs=10"}) {
    interrupt_after(0, {"-e", "a(1) < b(1)", runs});
    EXPECT_EQ(run({"-e", "a(1) < b(1)", runs}), 4);
    EXPECT_THAT(world_.out,
                HasSubstr("  ? interrupted before its first block\n"));
  }
}

// Whoever waits for the report may have been ended by the same signal.
TEST_F(Adaptive, ReportsWhereATestIsSeenWhenInterrupted) {
  const std::filesystem::path seen = folder_.write("seen", "");
  const int descriptor = open(seen.c_str(), O_WRONLY);
  ASSERT_GE(descriptor, 0);
  world_.shows_signs = true;
  world_.launcher.interruption = 0;
  const std::vector<std::string> formula{"-e", "a(1) < b(1)", "--json=-",
                                         "--signs-of-life",
                                         std::to_string(descriptor)};
  EXPECT_EQ(run(formula), 4);
  close(descriptor);
  EXPECT_EQ(read_file(seen), world_.err);
  EXPECT_THAT(world_.err, HasSubstr("interrupted before its first block"));
}

TEST_F(Adaptive, ReportsThatItsPilotWasInterrupted) {
  world_.launcher.interruption = 1;
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-e", "a(1) <= a(1)", "--json=-"}), 4);
  const json report = json::parse(world_.out);
  const json& open = report["formulas"][0]["relations"][0];
  EXPECT_EQ(open["stopped"], "interrupted");
  EXPECT_EQ(open["reason"], "interrupted before its first block");
  EXPECT_EQ(open["blocks_planned"], 0);
  EXPECT_EQ(report["formulas"][1]["verdict"], "holds");
}

// At the level that its spending function leaves behind 10 of so many blocks.
TEST_F(Adaptive, ReportsAnIntervalAtTheLevelThatIsLeft) {
  const std::vector<std::string> formula{"-e", "a(1) <= c(1)", "-s",
                                         "resolution=0.01%", "--json=-"};
  interrupt_after(10, formula);
  EXPECT_EQ(run(formula), 4);
  const json open = json::parse(world_.out)["formulas"][0]["relations"][0];
  const double planned = open["blocks_planned"];
  const double fractions[] = {5 / planned, 8 / planned, 10 / planned};
  const double level = statistics::sequential_levels(0.01, fractions).back();
  EXPECT_DOUBLE_EQ(open["ratio"]["level"], 1 - 2 * level);
  EXPECT_LT(open["ratio"]["lower"], open["ratio"]["estimate"]);
  EXPECT_GT(open["ratio"]["upper"], open["ratio"]["estimate"]);
  EXPECT_EQ(open["decided_by"], "blocks");
}

// A look that was planned is none that is not.
TEST_F(Adaptive, ReportsWhatAPlannedLookSawWhenInterruptedBehindIt) {
  const std::vector<std::string> formula{"-e", "a(1) <= c(1)", "-s",
                                         "resolution=0.01%", "--json=-"};
  const auto level = [&](std::size_t blocks) {
    interrupt_after(blocks, formula);
    (void)run(formula);
    return json::parse(
               world_.out)["formulas"][0]["relations"][0]["ratio"]["level"]
        .get<double>();
  };
  EXPECT_GT(level(9), level(8));
}

TEST_F(Adaptive, HasOnlyAnEstimateOfOneBlock) {
  const std::vector<std::string> formula{"-e", "a(1) <= c(1)"};
  interrupt_after(1, formula);
  EXPECT_EQ(run(formula), 4);
  EXPECT_THAT(world_.out, HasSubstr("interrupted after 1 of at most "));
}

// --- While others are measured ----------------------------------------------

/// The JSON file as it was before each block, where there was one.
class Interim : public Adaptive {
 protected:
  Interim() {
    world_.launcher.before_block = [this] {
      if (!std::filesystem::exists(path_)) return;
      reports_.push_back(json::parse(read_file(path_)));
    };
  }

  const std::filesystem::path path_ = folder_.path() / "report.json";
  std::vector<json> reports_;
};

TEST_F(Interim, ReportIsThereBeforeTheFirstBlock) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", path_.string()}), 0);
  ASSERT_FALSE(reports_.empty());
  const json& first = reports_.front();
  EXPECT_EQ(first["complete"], false);
  const json& open = first["formulas"][0]["relations"][0];
  EXPECT_EQ(first["formulas"][0]["verdict"], "undecided");
  EXPECT_EQ(open["text"], "a(1) < b(1)");
  EXPECT_EQ(open["stopped"], "open");
  EXPECT_EQ(open["reason"], "not measured yet");
  EXPECT_EQ(open["ratio"], nullptr);
  const json last = json::parse(read_file(path_));
  EXPECT_FALSE(last.contains("complete"));
  EXPECT_EQ(last["formulas"][0]["verdict"], "holds");
}

TEST_F(Interim, ReportHasWhatIsDecidedAndWhatWasSeenOfTheRest) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "-e", "a(1) <= c(1)", "-s",
                 "resolution=0.01%", "--json", path_.string()}),
            0);
  const auto found = std::ranges::find_if(reports_, [](const json& report) {
    return report["formulas"][0]["verdict"] == "holds";
  });
  ASSERT_NE(found, reports_.end());
  const json& decided = (*found)["formulas"][0]["relations"][0];
  EXPECT_EQ(decided["strength"], "proven");
  EXPECT_EQ(decided["stopped"], "decided");
  const json& open = (*found)["formulas"][1]["relations"][0];
  EXPECT_EQ(open["stopped"], "open");
  EXPECT_EQ(open["strength"], "undecided");
  EXPECT_THAT(open["reason"].get<std::string>(),
              ::testing::MatchesRegex("measured for [0-9]+ of at most [0-9]+ "
                                      "blocks"));
  EXPECT_NEAR(open["ratio"]["estimate"].get<double>(), 1, 0.01);
  EXPECT_LT(open["ratio"]["lower"], open["ratio"]["upper"]);
  const json last = json::parse(read_file(path_));
  EXPECT_EQ(last["formulas"][0]["relations"][0]["ratio"], decided["ratio"]);
}

TEST_F(Interim, ReportIsNoneOfStandardOutput) {
  EXPECT_EQ(run({"-e", "a(1) < b(1)", "--json", "-"}), 0);
  EXPECT_FALSE(json::parse(world_.out).contains("complete"));
}

TEST_F(Interim, LogHasALineForEachFormula) {
  world_.shows_signs = true;
  EXPECT_EQ(
      run({"-e", "a(1) < b(1)", "-e", "a(1) > b(1)", "-e", "a(1) <= a(1)"}), 1);
  EXPECT_THAT(world_.err, ::testing::MatchesRegex(
                              "spl-run: <formula 3>: holds; 1 of 3 formulas in "
                              "[^\n]*\n"
                              "spl-run: <formula 1>: holds; 2 of 3 formulas in "
                              "[^\n]*\n"
                              "spl-run: <formula 2>: violated; 3 of 3 formulas "
                              "in [^\n]*\n"));
}

// Others of its family may leave it some of their level.
TEST_F(Interim, LogDoesNotDecideAFamilyOfSingleLooks) {
  world_.shows_signs = true;
  const std::string file =
      folder_.write("family.spl", "a(1) < b(1)\na(2) < b(1)\n");
  (void)run({file, "--runs", "10"});
  EXPECT_THAT(world_.err, HasSubstr(":1: measured; 1 of 2 formulas in "));
}

TEST_F(Interim, LineBoundsAPilotByTheBudgets) {
  world_.terminal = true;
  (void)run({"-e", "a(1) <= c(1)", "--budget", "7s"});
  EXPECT_THAT(world_.err, HasSubstr("measuring: pilot, 1 s, at most 7 s more"));
}

TEST_F(Interim, LogTellsWhatWasSeenOfWhatTakesLong) {
  world_.shows_signs = true;
  world_.launcher.before_block = [this] {
    world_.passed += 60;
    if (world_.beat) world_.beat();
  };
  (void)run({"-e", "a(1) <= c(1)", "-s", "resolution=0.01%"});
  EXPECT_THAT(world_.err, HasSubstr("spl-run: still measuring: pilot, "));
  EXPECT_THAT(
      world_.err,
      ::testing::ContainsRegex(
          "spl-run: still measuring: block [0-9]+ of at most 38, [0-9]+ "
          "min[^,]*, at most [^;]* more; a.1. <= c.1. measured for [0-9]+ of "
          "at most 38 blocks; so far ratio [^\n]*\n"));
}

// --- What failed, and what is not needed -------------------------------------

TEST_F(Adaptive, ReportsWhatWasSeenBeforeAFailure) {
  SampleWorld world([](const RunOrder& order, std::size_t block) {
    return means(block < 6 || order.performance.method != "c"
                     ? std::map<std::string, double>{{"a", 100}, {"c", 100}}
                     : std::map<std::string, double>{})(order, block);
  });
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) <= c(1)"}), 3);
  EXPECT_THAT(world.out,
              AllOf(HasSubstr("  ! c(1) was killed by signal 11 (Segmentation "
                              "fault)\n"),
                    HasSubstr("      before that ratio ")));
  EXPECT_EQ(world.run({"-p", "sample", "-e", "a(1) <= c(1)", "--json=-"}), 3);
  const json failed = json::parse(world.out)["formulas"][0]["relations"][0];
  EXPECT_EQ(failed["verdict"], "error");
  EXPECT_EQ(failed["stopped"], "failed");
  EXPECT_EQ(failed["blocks"], 6);
  EXPECT_NEAR(failed["ratio"]["estimate"].get<double>(), 1, 0.01);
}

TEST_F(Adaptive, ReportsWhatWasSeenOfWhatIsNotNeeded) {
  EXPECT_EQ(run({"-e", "a(1) < b(1) or a(2) <= c(1)", "-s", "resolution=0.01%",
                 "--json=-"}),
            0);
  const json relations = json::parse(world_.out)["formulas"][0]["relations"];
  EXPECT_EQ(relations[1]["stopped"], "formula");
  EXPECT_EQ(relations[1]["strength"], "undecided");
  EXPECT_GT(relations[1]["blocks"], 0);
  EXPECT_NEAR(relations[1]["ratio"]["estimate"].get<double>(), 1, 0.01);
}

// Their reports are about all of it, or nothing.
TEST_F(Adaptive, OutlastsNoInterruptionWhereItDecidesNothing) {
  for (const std::vector<std::string>& mode :
       std::vector<std::vector<std::string>>{
           {"-e", "a(1) < b(1)", "plan"}, {"doctor"}, {"rank", "a(1), b(1)"}}) {
    SCOPED_TRACE(mode.back());
    world_.launcher.blocks.clear();
    (void)run(mode);
    EXPECT_FALSE(world_.launcher.blocks.empty());
    EXPECT_EQ(world_.launcher.outlasts, std::nullopt);
  }
}

// Else the error is after what is left of the line.
TEST(MeasuringProgress, IsClearedWhenAnErrorEndsIt) {
  SampleWorld world([](const RunOrder&, std::size_t block) {
    if (block == 2) throw std::runtime_error("the disk is full");
    workload::RunAnswer answer;
    answer.iterations = 1;
    answer.observations = {100, 101};
    return answer;
  });
  world.terminal = true;
  EXPECT_EQ(world.run({"-e", "a(1) < b(1)", "-p", "sample"}), 2);
  EXPECT_THAT(world.err, ::testing::StartsWith("\r\033[Kmeasuring: block "));
  EXPECT_THAT(world.err, ::testing::EndsWith(" more\r\033[Kspl-run: error: the "
                                             "disk is full\n"));
}

}  // namespace
}  // namespace spl::runner
