// times in a scripted world.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/golden_report.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;

class TimesMode : public ::testing::Test {
 protected:
  int run(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "times");
    std::string command = "$ spl-run";
    for (const std::string& word : arguments) command += ' ' + word;
    arguments.insert(arguments.end(), {"-p", "sample"});
    const int status = world_.run(arguments);
    transcript_ += command + '\n' + world_.err + world_.out + "status " +
                   std::to_string(status) + "\n\n";
    return status;
  }

  TemporaryFolder folder_;
  SampleWorld world_{means({{"a(1)", 100}, {"a(2)", 2300}, {"b(1)", 1.1e6}})};
  std::string transcript_;
};

TEST_F(TimesMode, ReportsAsOnFile) {
  EXPECT_EQ(run(), 3);
  EXPECT_EQ(run({"-f", "a"}), 0);
  EXPECT_EQ(run({"-f", "a", "-o", "csv:-"}), 0);
  EXPECT_EQ(run({"-o", "markdown:-"}), 3);
  EXPECT_EQ(run({"-f", "a", "--metric", "allocations"}), 0);
  expect_golden(std::string(SPL_TEST_DATA) + "/times.txt", transcript_);
}

TEST_F(TimesMode, WritesRowsAsJson) {
  EXPECT_EQ(run({"--json", "-"}), 3);
  expect_report("times.json", world_.out, {"times"});
}

TEST_F(TimesMode, MakesThirtyRunsOrAsManyAsAreAskedFor) {
  world_.environment.erase("SPL_RUNS");
  EXPECT_EQ(run({"-f", "a", "--json", "-"}), 0);
  EXPECT_EQ(world_.err.find("welch"), std::string::npos);
  const auto times = nlohmann::json::parse(world_.out).at("times");
  EXPECT_EQ(times.at("rows").at(0).at("runs"), 30);
  EXPECT_EQ(run({"-f", "a", "--json", "-", "--runs", "4"}), 0);
  EXPECT_EQ(
      nlohmann::json::parse(world_.out).at("times").at("rows").at(1).at("runs"),
      4);
}

TEST_F(TimesMode, NamesWhatTheBudgetDoesNotHold) {
  world_.environment.erase("SPL_RUNS");
  world_.launcher.run_seconds = 3;
  const std::string head =
      "  workload  median  mean (95 %, over runs)  10 % .. 90 %  runs  "
      "observations  of calls\n";
  const std::string longer =
      " has not returned from one call in 950 ms: does it end? If so, "
      "--budget 6.9s may hold a first look";
  EXPECT_EQ(run({"-f", "a", "--budget", "1s"}), 3);
  EXPECT_EQ(world_.out, head + "  a(1)      a(1)" + longer +
                            "\n  a(2)      a(2)" + longer +
                            "\nMeasured in 4.5 s.\n");
  const std::string why =
      " was not measured: the budget does not hold a run; give a longer "
      "--budget or --budget-total\n";
  EXPECT_EQ(run({"-f", "a", "--budget-total", "2s"}), 3);
  EXPECT_EQ(world_.out, head + "  a(1)      a(1)" + why + "  a(2)      a(2)" +
                            why + "Nothing was measured.\n");
  EXPECT_EQ(run({"-f", "b", "--budget", "1s", "-o", "csv:-"}), 3);
  EXPECT_THAT(world_.out,
              HasSubstr("\nb(1),wall,,,,,,,0,0,0,\"b(1)" + longer + "\"\n"));
}

TEST_F(TimesMode, ReplacesTablesOnly) {
  const std::string path = folder_.write("table.csv", "mine\n");
  EXPECT_EQ(run({"-f", "a", "-o", "csv:" + path}), 2);
  EXPECT_EQ(world_.err, "spl-run: error: cannot write the table in CSV to " +
                            path +
                            ": this file holds something else; remove it, or "
                            "name another\n");
  EXPECT_EQ(read_file(path), "mine\n");
  const std::string fresh = (folder_.path() / "fresh.csv").string();
  EXPECT_EQ(run({"-f", "a", "-o", "csv:" + fresh}), 0);
  EXPECT_EQ(run({"-f", "a", "-o", "csv:" + fresh}), 0);
}

TEST_F(TimesMode, SharesStandardOutputWithNothing) {
  EXPECT_EQ(run({"-o", "csv:-", "--json", "-"}), 2);
  EXPECT_THAT(world_.err, HasSubstr("csv and json cannot share "
                                    "standard output"));
}

TEST_F(TimesMode, RefusesToMeasureNothing) {
  EXPECT_EQ(run({"-f", "x"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: times: there is no workload that --filter x "
            "selects; spl-run list shows the workloads\n");
  EXPECT_EQ(run({"-f", "c"}), 2);
  EXPECT_EQ(world_.err,
            "spl-run: error: times: c cannot be called, since its parameter "
            "n declares no values\n");
}

}  // namespace
}  // namespace spl::runner
