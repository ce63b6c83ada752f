// compare, and commands in formulas, in a scripted world.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/golden_file.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Nanoseconds of commands by their words, which vary from block to block and
/// differently for each; a command that is not named fails.
Script processes(std::map<std::string, double> times) {
  return [times = std::move(times)](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer;
    const auto& words = order.command.value().words;
    const auto found = times.find(words.front());
    if (found == times.end()) {
      answer.failure = "could not be started: No such file or directory";
      return answer;
    }
    answer.iterations = 1;
    const std::size_t stride = words.front().size();
    for (std::size_t i = 0; i < order.observations; ++i) {
      const auto part = static_cast<double>((block * stride + i) % 11);
      answer.observations.push_back(found->second * (1 + (part - 5) / 1000));
    }
    return answer;
  };
}

class CompareMode : public ::testing::Test {
 protected:
  CompareMode() { world_.environment["SPL_OBSERVATIONS"] = "1"; }

  int run(const std::vector<std::string>& arguments) {
    transcript_ += "$ spl-run";
    for (const std::string& word : arguments) transcript_ += " '" + word + "'";
    const int status = world_.run(arguments);
    transcript_ += '\n' + world_.err + world_.out + "status " +
                   std::to_string(status) + "\n\n";
    return status;
  }

  SampleWorld world_{
      processes({{"slow", 2e7}, {"quick", 1e7}, {"same12", 1e7}})};
  std::string transcript_;
};

TEST_F(CompareMode, ReportsAsOnFile) {
  EXPECT_EQ(run({"compare", "slow x", "quick"}), 0);
  EXPECT_EQ(run({"compare", "quick", "slow x"}), 0);
  EXPECT_EQ(run({"compare", "quick", "same12"}), 4);
  EXPECT_EQ(run({"--undecided", "pass", "compare", "quick", "same12"}), 0);
  EXPECT_EQ(run({"compare", "quick", "missing"}), 3);
  EXPECT_EQ(run({"compare", "quick", "slow x", "same12"}), 0);
  EXPECT_EQ(run({"-e", "command('slow x') <= 1.5 * command('quick')"}), 1);
  expect_golden(std::string(SPL_TEST_DATA) + "/compare.txt", transcript_);
}

TEST_F(CompareMode, ReportsTheMedianOfRunsOfOneProcess) {
  const Script usual = world_.launcher.script();
  world_.launcher.follow([usual](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer = usual(order, block);
    if (block % 5 == 0) answer.observations.front() *= 10;
    return answer;
  });
  EXPECT_NE(run({"--json", "-", "compare", "slow x", "quick"}), 3);
  const auto root = nlohmann::json::parse(world_.out);
  const auto& seen = root.at("comparison").at("commands").at(1);
  EXPECT_NEAR(seen.at("median").get<double>(), 1e7, 1e5);
  EXPECT_GT(seen.at("mean").get<double>(), 2e7);
}

TEST_F(CompareMode, ReportsWhichOfSeveralCommandsFailed) {
  const std::vector<std::string> orders[] = {{"missing", "quick", "same12"},
                                             {"quick", "missing", "same12"},
                                             {"quick", "same12", "missing"}};
  for (std::vector<std::string> words : orders) {
    words.insert(words.begin(), "compare");
    EXPECT_EQ(run(words), 3);
    EXPECT_THAT(world_.out,
                StartsWith("no ranking: command(\"missing\") could not be "
                           "started: No such file or directory\n"));
  }
}

TEST_F(CompareMode, RanksInAsManyRunsAsItSays) {
  world_.environment.erase("SPL_RUNS");
  for (const char* one : {"budget=1s", "familywise=0.01", "undecided=pass"}) {
    EXPECT_EQ(run({"-s", one, "compare", "quick", "slow x", "same12"}), 2);
    EXPECT_THAT(world_.err, HasSubstr(" does not go with rank, which makes as "
                                      "many runs as --runs says and shows "));
  }
  EXPECT_EQ(run({"-s", "alpha=0.01", "compare", "quick", "slow x", "same12"}),
            0);
  EXPECT_EQ(world_.err, "");
  EXPECT_THAT(world_.out, StartsWith("    1  10.0 ms  same12\n"));
}

TEST_F(CompareMode, SaysOfNoFormulaThatTheBudgetIsShort) {
  world_.environment.erase("SPL_RUNS");
  world_.launcher.run_seconds = 0.2;
  EXPECT_EQ(run({"--budget", "1s", "compare", "slow x", "quick"}), 0);
  const std::string text =
      "a block of runs takes 400 ms, so that a budget of 1 s holds no two "
      "blocks; --budget 2.4s holds 5";
  EXPECT_EQ(world_.err, "spl-run: note: " + text + "\n");
  EXPECT_THAT(world_.out, HasSubstr("\nwarning: " + text + "\n"));
}

TEST_F(CompareMode, MakesTheRunsThatAreAskedForHoweverLongTheyTake) {
  world_.launcher.run_seconds = 3;
  EXPECT_EQ(run({"compare", "slow x", "quick"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("\n10 runs of each, "));
  world_.environment.erase("SPL_RUNS");
  world_.environment.erase("SPL_OBSERVATIONS");
  EXPECT_EQ(run({"--runs", "4", "compare", "slow x", "quick"}), 0);
  EXPECT_THAT(world_.out, HasSubstr("\n4 runs of each, "));
  EXPECT_EQ(
      run({"--budget", "0", "-s", "max-runs=6", "compare", "slow x", "quick"}),
      0);
  EXPECT_THAT(world_.out, HasSubstr("\n5 runs of each, "));
  EXPECT_EQ(run({"compare", "slow x", "quick", "same12"}), 0);
  EXPECT_THAT(world_.out, StartsWith("    1  10.0 ms  same12\n"));
}

TEST_F(CompareMode, LogsNoFormulaThatNobodyWrote) {
  world_.shows_signs = true;
  EXPECT_EQ(run({"compare", "slow x", "quick"}), 0);
  EXPECT_EQ(world_.err, "");
}

TEST_F(CompareMode, WritesTheAnswerAsJson) {
  EXPECT_EQ(run({"--json", "-", "compare", "slow x", "quick"}), 0);
  const auto root = nlohmann::json::parse(world_.out);
  const auto& found = root.at("comparison");
  EXPECT_EQ(found.at("less"), 1);
  EXPECT_NEAR(found.at("factor").at("estimate").get<double>(), 2, 0.01);
  EXPECT_LT(found.at("factor").at("lower"), 2);
  EXPECT_GT(found.at("factor").at("upper"), 2);
  EXPECT_EQ(found.at("commands").at(0).at("command"), "slow x");
  EXPECT_NEAR(found.at("commands").at(0).at("median").get<double>(), 2e7, 1e5);
  EXPECT_EQ(found.at("commands").at(1).at("processes"), 10);
  EXPECT_EQ(found.at("formula").at("relations").at(0).at("text"),
            R"(command("slow x") = command("quick"))");
}

TEST_F(CompareMode, ExecutesWordsAsTheyAreSplit) {
  EXPECT_EQ(run({"compare", "slow 'a b' \"c\"", "quick \"it's\""}), 0);
  const RunOrder& one = world_.launcher.blocks.front().runs.front();
  const RunOrder& other = world_.launcher.blocks.front().runs.back();
  const auto words = [&](const std::string& first) {
    return (one.command->words.front() == first ? one : other).command->words;
  };
  EXPECT_THAT(words("slow"), ::testing::ElementsAre("slow", "a b", "c"));
  EXPECT_THAT(words("quick"), ::testing::ElementsAre("quick", "it's"));
  EXPECT_EQ(one.warmup.count(), 0);
}

TEST_F(CompareMode, ComparesACommandWithItself) {
  EXPECT_EQ(run({"compare", "quick", "quick"}), 4);
  EXPECT_EQ(world_.launcher.blocks.front().runs.size(), 2U);
}

TEST_F(CompareMode, SaysThatNeitherIsFasterBeforeRareProcessesAreSeen) {
  EXPECT_EQ(run({"-s", "statistic=both", "--runs", "60", "compare", "quick",
                 "same12"}),
            0);
  EXPECT_THAT(world_.out, HasSubstr("\nneither is faster ("));
  EXPECT_THAT(world_.out,
              HasSubstr(" What fewer than 1 in 26 runs do may have been "
                        "missed.\n"));
}

// Processes are few; 1152 calls are asked of workloads.
TEST_F(CompareMode, ProvesClaimsAboutCommandsAlsoFromReports) {
  const TemporaryFolder folder;
  const std::string report = folder.path() / "report.json";
  const std::string claim = "command(\"quick\") < 1.2 * command(\"same12\")";
  for (const char* observations : {"1", "2"}) {
    world_.environment["SPL_OBSERVATIONS"] = observations;
    EXPECT_EQ(run({"-s", "statistic=both", "--runs", "40", "--json", report,
                   "-s", "observations-in-json", "-e", claim}),
              0);
    EXPECT_THAT(world_.out, StartsWith("holds: "));
    EXPECT_EQ(run({"-s", "statistic=both", "--data", report, "-e", claim}), 0);
    EXPECT_THAT(world_.out, StartsWith("holds: "));
  }
}

TEST_F(CompareMode, WarnsOfSignsForAShell) {
  EXPECT_EQ(run({"compare", "quick '|' \\; \">\"", "slow"}), 0);
  EXPECT_THAT(world_.out + world_.err, Not(HasSubstr("is passed on")));
  EXPECT_EQ(run({"compare", "quick | cat", "slow"}), 0);
  EXPECT_THAT(world_.out + world_.err,
              HasSubstr("warning: \"|\" in \"quick | cat\" is passed on as "
                        "it is, since no shell reads the command; write sh -c "
                        "'...' if you mean a shell\n"));
}

TEST_F(CompareMode, RefusesWhatIsNoCommand) {
  EXPECT_EQ(run({"compare", "quick"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("compare takes CMD CMD...: spl-run compare "
                                    "'./convert a.xml' "));
  EXPECT_EQ(run({"compare", "quick", "slow", "--json"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("--json needs a value"));
  EXPECT_EQ(run({"compare", "quick", "slow 'x"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("compare: the command slow 'x has a ' "
                                    "without another"));
  EXPECT_EQ(run({"-p", "sample", "compare", "quick", "slow"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("--program does not go with compare, "
                                    "which compares commands as they are"));
  EXPECT_EQ(run({"-o", "junit:/dev/null", "compare", "quick", "slow"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("-o junit:/dev/null does not go with "
                                    "compare, which decides no formulas; "));
}

TEST_F(CompareMode, RefusesFormulasWithoutWords) {
  EXPECT_EQ(run({"-e", "command('a \"b') <= command('quick')"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("<formula 1>: command('a \"b') has a \" "
                                    "without another"));
  EXPECT_EQ(run({"-e", "command(' ') <= command('quick')"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("has no word that names a program"));
}

TEST_F(CompareMode, RefusesMetricsOfFunctions) {
  EXPECT_EQ(run({"--metric", "allocations", "compare", "quick", "slow"}), 2);
  EXPECT_THAT(world_.err,
              HasSubstr("needs the metric allocations, but commands are "
                        "processes as a whole, whose metrics are wall, cpu and "
                        "peak-memory"));
}

}  // namespace
}  // namespace spl::runner
