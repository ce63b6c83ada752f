#include "laboratory/peers/tools.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "laboratory/peers/child.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::bench {
namespace {

namespace fs = std::filesystem;
using runner::TemporaryFolder;
using statistics::Finding;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Programs that note their arguments and answer as scripted.
class ToolsTest : public testing::Test {
 protected:
  std::string program(const char* name, const std::string& script) {
    const fs::path path = folder_.path() / name;
    std::ofstream(path) << "#!/bin/sh\necho " << name << " \"$@\" >>'"
                        << calls_.string() << "'\n"
                        << script << '\n';
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }

  [[nodiscard]] Tools tools() {
    return Tools({program("spl-run", spl_run_), "workloads",
                  program("google", google_), program("process", process_)},
                 folder_.path());
  }

  [[nodiscard]] std::string calls() const {
    std::string text = text_of(calls_);
    const std::string folder = folder_.path().string() + '/';
    for (auto at = text.find(folder); at != std::string::npos;
         at = text.find(folder)) {
      text.erase(at, folder.size());
    }
    return text;
  }

  TemporaryFolder folder_;
  fs::path calls_ = folder_.path() / "calls";
  std::string spl_run_ =
      "echo '{\"formulas\":[{\"seconds\":0.5,\"relations\":[{\"finding\":"
      "\"less\",\"blocks\":8,\"stopped\":\"decided\"}]}]}' >'" +
      (folder_.path() / "report.json").string() + "'; exit 1";
  // The side slowed by 2 % takes twice as long.
  std::string google_ =
      "case $1 in */2\\$) time=2;; *) time=1;; esac\n"
      "for i in 1 2 3 4 5 6 7 8 9; do\n"
      "  all=\"$all$comma{\\\"run_type\\\":\\\"iteration\\\","
      "\\\"real_time\\\":$time$i}\"; comma=,\n"
      "done\n"
      "echo \"{\\\"benchmarks\\\":[$all]}\"";
  std::string process_ = "echo 1.0625";
};

TEST_F(ToolsTest, AskThisProjectAndABareProgram) {
  const Result result = tools().compare({"hash map", 2, Tool::kSpl5, 4});
  EXPECT_EQ(result.comparison, (Comparison{"hash map", 2, Tool::kSpl5, 4}));
  EXPECT_EQ(result.finding, Finding::kLess);
  EXPECT_EQ(result.run_seconds, 0.5);
  EXPECT_EQ(result.blocks, 8U);
  EXPECT_EQ(result.stopped, "decided");
  EXPECT_GT(result.seconds, 0);
  EXPECT_GT(result.spawn_seconds, 0);
  EXPECT_EQ(calls(),
            "process\n"
            "spl-run -p workloads -e kernel(\"hash map\", 0, 1) = "
            "kernel(\"hash map\", 2, 2) -s alpha=0.025 -s familywise=0 --json "
            "report.json\n");
}

TEST_F(ToolsTest, AskThisProjectOfCopies) {
  (void)tools().compare({"hash map", 5, Tool::kSpl2, 4, Sides::kCopies});
  EXPECT_EQ(calls(),
            "process\n"
            "spl-run -p workloads -e first_copy(\"hash map\", 0) = "
            "second_copy(\"hash map\", 5) -s alpha=0.01 -s familywise=0 --json "
            "report.json\n");
}

TEST_F(ToolsTest, AskGoogleBenchmarkOfCopies) {
  (void)tools().compare({"sort", 2, Tool::kGoogle, 0, Sides::kCopies});
  EXPECT_EQ(calls(),
            "google --benchmark_filter=^sort/first/0$ "
            "--benchmark_repetitions=9 --benchmark_format=json\n"
            "google --benchmark_filter=^sort/second/2$ "
            "--benchmark_repetitions=9 --benchmark_format=json\n");
}

TEST_F(ToolsTest, AskThisProjectAtItsLevels) {
  (void)tools().compare({"sort", 0, Tool::kSpl2, 0});
  (void)tools().compare({"sort", 0, Tool::kSpl10, 0});
  EXPECT_NE(calls().find("-s alpha=0.01 "), std::string::npos);
  EXPECT_NE(calls().find("-s alpha=0.05 "), std::string::npos);
}

TEST_F(ToolsTest, TellThisProjectThatOnePercentMatters) {
  (void)tools().compare({"sort", 1, Tool::kSpl2, 0});
  EXPECT_NE(calls().find("report.json -s resolution=1% --budget 7s\n"),
            std::string::npos);
}

TEST_F(ToolsTest, TakeOneSideAfterTheOtherFromGoogleBenchmark) {
  const Result result = tools().compare({"sort", 2, Tool::kGoogleShort, 0});
  EXPECT_EQ(result.finding, Finding::kLess);
  EXPECT_EQ(result.left,
            (std::vector<double>{11, 12, 13, 14, 15, 16, 17, 18, 19}));
  EXPECT_EQ(result.right,
            (std::vector<double>{21, 22, 23, 24, 25, 26, 27, 28, 29}));
  EXPECT_EQ(calls(),
            "google --benchmark_filter=^sort/0$ --benchmark_repetitions=9 "
            "--benchmark_format=json --benchmark_min_time=0.1\n"
            "google --benchmark_filter=^sort/2$ --benchmark_repetitions=9 "
            "--benchmark_format=json --benchmark_min_time=0.1\n");
}

TEST_F(ToolsTest, LeaveGoogleBenchmarkItsDefaultTime) {
  const Result result = tools().compare({"sort", 0, Tool::kGoogle, 0});
  EXPECT_EQ(result.finding, Finding::kIndistinct);
  EXPECT_EQ(calls().find("min_time"), std::string::npos);
}

TEST_F(ToolsTest, TimeTenProcessesOfEachSide) {
  const Result result = tools().compare({"list", 5, Tool::kProcesses, 0});
  EXPECT_EQ(result.left.size(), 10U);
  EXPECT_EQ(result.right.size(), 10U);
  std::string expected;
  for (int i = 0; i < 10; ++i) expected += "process list 0 70000\n";
  for (int i = 0; i < 10; ++i) expected += "process list 5 70000\n";
  EXPECT_EQ(calls(), expected);
}

TEST_F(ToolsTest, CheckHowMuchSlowerTheCodeIs) {
  const Result result = tools().compare({"list", 5, Tool::kCheck, 0});
  EXPECT_EQ(result.right, std::vector{1.0625});
  EXPECT_EQ(calls(), "process list 5\n");
}

TEST_F(ToolsTest, FailWithTheCommand) {
  spl_run_ = "exit 3";
  try {
    (void)tools().compare({"sort", 2, Tool::kSpl5, 4});
    FAIL() << "a status of 3 is no answer";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("'-s' 'alpha=0.025'"),
              std::string::npos)
        << error.what();
  }
}

TEST(RunChild, KeepsItsOutputAndHandsOnNoSettingsOfThisProject) {
  const TemporaryFolder folder;
  const fs::path output = folder.path() / "output";
  setenv("SPL_BUDGET", "1s", 1);
  const double seconds =
      run_child({"/bin/sh", "-c", "echo budget $SPL_BUDGET"}, output);
  unsetenv("SPL_BUDGET");
  EXPECT_EQ(text_of(output), "budget\n");
  EXPECT_GT(seconds, 0);
}

TEST(RunChild, TakesTheStatusesNamed) {
  const TemporaryFolder folder;
  const fs::path output = folder.path() / "output";
  EXPECT_NO_THROW(run_child({"/bin/sh", "-c", "exit 4"}, output, {0, 4}));
  EXPECT_THROW(run_child({"/bin/sh", "-c", "exit 3"}, output, {0, 4}),
               std::runtime_error);
  EXPECT_THROW(run_child({"/bin/sh", "-c", "kill -9 $$"}, output),
               std::runtime_error);
  EXPECT_THROW(run_child({"/nowhere/at-all"}, output), std::runtime_error);
}

}  // namespace
}  // namespace spl::bench
