// The real launcher on commands: what is measured, and what goes wrong.

#include "runner/programs/command_worker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "runner/programs/process_launcher.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Lt;
using ::testing::MatchesRegex;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kLock = SPL_FAULTY_WORKER ".lock";

class CommandWorker : public ::testing::Test {
 protected:
  CommandRun shell(const std::string& script) const {
    CommandRun run;
    run.words = {"sh", "-c", script};
    run.folder = folder_.path().string();
    return run;
  }

  static RunOrder order(CommandRun run) {
    RunOrder result;
    result.program = "commands";
    result.performance.method = "command";
    result.observations = 3;
    result.timeout = std::chrono::minutes(1);
    result.chooses_iterations = true;
    result.command = std::move(run);
    return result;
  }

  workload::RunAnswer answer(const RunOrder& order) {
    return launcher_.measure({0, {order}}).runs.front().answer;
  }
  std::string failure(CommandRun run) {
    return answer(order(std::move(run))).failure;
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    return read_file(folder_.path() / name);
  }

  TemporaryFolder folder_;
  ProcessLauncher launcher_{SPL_RUN, kLock};
};

TEST_F(CommandWorker, HasAProcessForEachObservation) {
  RunOrder one = order(shell("echo $$ >>pids; echo much; echo more >&2"));
  one.metrics = {workload::Metric::kWall, workload::Metric::kCpu};
  const workload::RunAnswer answer = this->answer(one);
  EXPECT_EQ(answer.failure, "");
  EXPECT_EQ(answer.iterations, 1U);
  EXPECT_EQ(answer.warmup, 0U);
  EXPECT_THAT(answer.observations, AllOf(SizeIs(3), Each(Ge(1e5))));
  ASSERT_EQ(answer.others.size(), 1U);
  EXPECT_THAT(answer.others[0], SizeIs(3));
  EXPECT_GE(answer.counted_ns, *std::max_element(answer.observations.begin(),
                                                 answer.observations.end()));
  const std::string pids = content("pids");
  EXPECT_EQ(std::count(pids.begin(), pids.end(), '\n'), 3);
}

TEST_F(CommandWorker, MeasuresProcessorTimeAndMemory) {
  RunOrder busy =
      order(shell("head -c 60000000 /dev/zero | tail -c 60000000 "
                  ">/dev/null"));
  busy.metrics = {workload::Metric::kPeakMemory, workload::Metric::kCpu,
                  workload::Metric::kWall};
  const workload::RunAnswer answer = this->answer(busy);
  EXPECT_EQ(answer.failure, "");
  // tail keeps all of it.
  EXPECT_THAT(answer.observations, Each(AllOf(Ge(6e7), Lt(1e9))));
  EXPECT_THAT(answer.others.at(0), Each(Ge(1e6)));
}

TEST_F(CommandWorker, ReadsNumbersThatAreNamed) {
  RunOrder size =
      order(shell("echo x >>runs; echo bytes $(wc -l <runs); "
                  "echo bytes 77 >&2; echo .text: 2.5"));
  size.metrics = {measured_metric("bytes"), workload::Metric::kWall,
                  measured_metric(".text")};
  const workload::RunAnswer found = answer(size);
  EXPECT_EQ(found.failure, "");
  EXPECT_THAT(found.observations, ElementsAre(1, 2, 3));
  EXPECT_THAT(found.others.at(0), Each(Ge(1e5)));
  EXPECT_THAT(found.others.at(1), Each(2.5));
  size.metrics = {measured_metric("symbols")};
  EXPECT_THAT(answer(size).failure,
              StartsWith("prints no line that begins with \"symbols\" and a "
                         "number; its last output:\n"));
}

// The kernel counts the memory of the process that becomes the command, too.
TEST_F(CommandWorker, RefusesMemoryThatCannotBeSeen) {
  RunOrder small = order(CommandRun());
  small.command->words = {"true"};
  small.metrics = {workload::Metric::kPeakMemory};
  EXPECT_THAT(
      answer(small).failure,
      MatchesRegex("takes too little memory to measure: a peak below [0-9]+ kB "
                   "may be that of the process that starts the command"));
  small.metrics = {workload::Metric::kWall};
  EXPECT_EQ(answer(small).failure, "");
}

TEST_F(CommandWorker, SetsUpOnceAndPreparesEachProcess) {
  CommandRun run = shell("cat >>log; echo run >>log");
  run.setup = {"sh", "-c", "echo setup >>log"};
  run.prepare = {"sh", "-c", "echo prepare >>log"};
  run.cleanup = {"sh", "-c", "echo cleanup >>log"};
  run.input = "input";
  folder_.write("input", "in\n");
  RunOrder one = order(run);
  one.observations = 1;
  EXPECT_EQ(answer(one).failure, "");
  EXPECT_EQ(answer(one).failure, "");
  EXPECT_EQ(content("log"), "setup\nprepare\nin\nrun\nprepare\nin\nrun\n");
  EXPECT_TRUE(launcher_.end_commands().empty());
  EXPECT_EQ(content("log"),
            "setup\nprepare\nin\nrun\nprepare\nin\nrun\ncleanup\n");
  EXPECT_TRUE(launcher_.end_commands().empty());
}

TEST_F(CommandWorker, CleansUpWhenItEnds) {
  CommandRun run = shell("true");
  run.cleanup = {"touch", "cleaned"};
  {
    ProcessLauncher other(SPL_RUN, kLock);
    EXPECT_EQ(other.measure({0, {order(run)}}).runs.front().answer.failure, "");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "cleaned"));
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "cleaned"));
}

TEST_F(CommandWorker, ReportsHowAProcessEnded) {
  EXPECT_EQ(failure(shell("echo no; exit 3")),
            "exited with status 3, not 0 (\"exit-status\" in spl.json names "
            "another); its last output:\n    no");
  EXPECT_EQ(failure(shell("kill -s SEGV $$")),
            "was killed by signal 11 (Segmentation fault)");
  CommandRun expected = shell("exit 3");
  expected.exit_status = 3;
  EXPECT_EQ(failure(expected), "");
  CommandRun named = shell("exit 3");
  named.has_name = true;
  EXPECT_EQ(failure(named),
            "(`sh -c 'exit 3'`) exited with status 3, not 0 (\"exit-status\" "
            "in spl.json names another)");
  CommandRun slow = shell("while :; do :; done");
  slow.timeout = std::chrono::milliseconds(50);
  EXPECT_EQ(failure(slow), "did not end within 50 ms and was killed");
}

TEST_F(CommandWorker, ReportsWhatCannotBeStarted) {
  CommandRun run = shell("true");
  run.words = {"no-such-tool", "x"};
  EXPECT_EQ(failure(run),
            "could not be started: No such file or directory; is "
            "`no-such-tool` installed, and in PATH?");
  run.words = {"./missing"};
  EXPECT_EQ(failure(run),
            "could not be started: No such file or directory; is `./missing` "
            "there?");
}

TEST_F(CommandWorker, ReportsWhatWentWrongBefore) {
  CommandRun prepared = shell("true");
  prepared.prepare = {"sh", "-c", "echo bad; exit 2"};
  EXPECT_EQ(failure(prepared),
            "was not measured: its prepare `sh -c 'echo bad; exit 2'` exited "
            "with status 2; its last output:\n    bad");
  CommandRun set_up = shell("true");
  set_up.setup = {"false"};
  EXPECT_EQ(failure(set_up),
            "was not measured: its setup `false` exited with status 1");
  CommandRun reading = shell("cat");
  reading.input = "missing";
  EXPECT_EQ(failure(reading), "was not measured: cannot read its stdin " +
                                  (folder_.path() / "missing").string() +
                                  ": No such file or directory");
}

TEST_F(CommandWorker, ReportsCleanupsThatFailed) {
  CommandRun run = shell("true");
  run.cleanup = {"sh", "-c", "echo left; exit 4"};
  EXPECT_EQ(failure(run), "");
  EXPECT_THAT(launcher_.end_commands(),
              ::testing::ElementsAre(
                  "the cleanup `sh -c 'echo left; exit 4'` exited with status "
                  "4; its last output:\n    left"));
}

}  // namespace
}  // namespace spl::runner
