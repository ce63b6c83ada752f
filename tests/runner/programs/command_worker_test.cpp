#include "runner/programs/command_worker.hpp"

#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/programs/process_launcher.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

// The real launcher on commands: what is measured, and what goes wrong.
// The real launcher on scripts that do as programs of other frameworks.
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
  EXPECT_GE(answer.counted_ns, *std::ranges::max_element(answer.observations));
  const std::string pids = content("pids");
  EXPECT_EQ(std::ranges::count(pids, '\n'), 3);
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

constexpr const char* kForeignLock = SPL_FAULTY_WORKER ".lock";

/// As Google Benchmark 1.7: the name says what it does.
constexpr const char* kGoogle = R"(#!/bin/sh
if [ "$1" = --help ]; then echo 'benchmark [--benchmark_filter=<regex>]'; exit; fi
name=$BENCHMARK_FILTER out=$BENCHMARK_OUT
if [ "$BENCHMARK_MIN_TIME" = 1x ]; then
  echo "BENCHMARK_MIN_TIME is expected to be a double" >&2
fi
if [ "$BENCHMARK_LIST_TESTS" = true ]; then
  echo "a warning" >&2
  echo 'Loading data'
  if [ "$name" = all ]; then printf 'BM_Fine/10\nBM_Crash\n'; fi
  exit
fi
case $name in
  '^BM_Fine/10$') name=BM_Fine/10 time=${#SPL_PADDING} ;;
  '^BM_Variables$') name=BM_Variables time=${BENCHMARK_DRY_RUN-3}${SPL_WORKER-4} ;;
  '^BM_Short$') name=BM_Short time=1000; echo >>"$0.executed" ;;
  '^BM_Late$')
    name=BM_Late time=1000
    echo >>"$0.executed"
    if [ $(wc -l <"$0.executed") -ge 3 ]; then time=100000; fi ;;
  '^BM_Crash$') echo about to crash; kill -s SEGV $$ ;;
  '^BM_Exit$') exit 3 ;;
  '^BM_Hang$') while :; do :; done ;;
esac
cat >"$out" <<END
{"benchmarks": [{"run_name": "$name", "iterations": 2, "real_time": $time,
                 "cpu_time": 1, "time_unit": "ns"}]}
END
)";

class ForeignWorker : public ::testing::Test {
 protected:
  std::string program(const std::string& content,
                      const std::string& name = "program") {
    const auto path = folder_.write(name, content);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }

  static RunOrder order(const std::string& program, const std::string& method) {
    RunOrder result;
    result.program = program;
    result.performance.method = method;
    result.environment_size = 100;
    result.observations = 1;
    result.timeout = std::chrono::minutes(1);
    result.chooses_iterations = true;
    return result;
  }

  static workload::RunAnswer answer(const RunOrder& order) {
    ProcessLauncher launcher(SPL_RUN, kForeignLock);
    (void)launcher.catalogue("google-benchmark:" + order.program);
    return launcher.measure({0, {order}}).runs.at(0).answer;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(ForeignWorker, AnswersInTheProgramsStead) {
  const std::string google = program(kGoogle);
  const auto made = answer(order(google, "BM_Fine/10"));
  EXPECT_EQ(made.failure, "");
  EXPECT_EQ(made.observations, std::vector<double>{100});  // The environment.
  EXPECT_EQ(made.iterations, 2U);
}

TEST_F(ForeignWorker, SetsTheProgramsVariables) {
  setenv("BENCHMARK_DRY_RUN", "1", 1);
  const auto made = answer(order(program(kGoogle), "BM_Variables"));
  unsetenv("BENCHMARK_DRY_RUN");
  EXPECT_EQ(made.failure, "");
  EXPECT_EQ(made.observations, std::vector<double>{34});
}

TEST_F(ForeignWorker, SaysHowAProgramEnded) {
  const std::string google = program(kGoogle);
  EXPECT_EQ(answer(order(google, "BM_Crash")).failure,
            "was killed by signal 11 (Segmentation fault); its last output:\n"
            "    about to crash");
  EXPECT_EQ(answer(order(google, "BM_Exit")).failure,
            "exited with status 3 before it was measured");
  RunOrder hanging = order(google, "BM_Hang");
  hanging.timeout = std::chrono::milliseconds(50);
  EXPECT_EQ(answer(hanging).failure, "did not end within 50 ms and was killed");
}

TEST_F(ForeignWorker, ExecutesAgainWhatWasSpoiledButNotForEver) {
  const std::string google = program(kGoogle);
  const auto executions = [&] {
    return read_file(google + ".executed").size();
  };
  RunOrder late = order(google, "BM_Late");
  late.warmup = std::chrono::milliseconds(1);
  const auto made = answer(late);
  EXPECT_EQ(made.failure, "");
  EXPECT_EQ(made.observations, std::vector<double>{100'000});
  EXPECT_EQ(executions(), 3U);
  RunOrder brief = order(google, "BM_Short");
  brief.warmup = late.warmup;
  EXPECT_EQ(
      answer(brief).failure,
      "was not measured: each of five times its repetitions were much shorter "
      "than the trial that sets their iterations, as if other processes "
      "interrupted that one; end other programs there, or set Iterations()");
  EXPECT_EQ(executions(), 3U + 5U);
}

TEST_F(ForeignWorker, LeavesNoReports) {
  const std::string google = program(kGoogle);
  const TemporaryFolder shared;
  ProcessLauncher launcher(SPL_RUN, kForeignLock);
  (void)launcher.catalogue("google-benchmark:" + google);
  launcher.prepare({{"env"}, {}, shared.path()});
  const Block block{0, {order(google, "BM_Fine/10")}};
  EXPECT_EQ(launcher.measure(block).runs.at(0).answer.failure, "");
  const std::filesystem::path made =
      *std::filesystem::directory_iterator(shared.path());
  EXPECT_TRUE(std::filesystem::is_empty(made));
}

TEST_F(ForeignWorker, AsksAgainWhatCannotBeToldItsIterations) {
  ProcessLauncher launcher(SPL_RUN, kForeignLock);
  const auto list = launcher.catalogue("google-benchmark:" + program(kGoogle));
  EXPECT_TRUE(list.chooses_iterations);
  ASSERT_EQ(list.entries.size(), 2U);
  EXPECT_EQ(list.entries[0].name, "BM_Fine/10");
  EXPECT_EQ(list.entries[1].name, "BM_Crash");
}

TEST_F(ForeignWorker, IsAskedForByNameWhereTheFileDoesNotTell) {
  ProcessLauncher launcher(SPL_RUN, kForeignLock);
  const std::string script =
      program("#!/bin/sh\nexec /bin/echo \"$BENCHMARK_FILTER\"\n");
  const ProgramCatalogue named = ask({"google-benchmark:" + script}, launcher);
  ASSERT_EQ(named.programs.size(), 1U);
  EXPECT_EQ(named.programs[0].path, script);
  EXPECT_EQ(named.catalogue.entries[0].program, script);
  ProcessLauncher other(SPL_RUN, kForeignLock);
  std::string error;
  try {
    (void)ask({script}, other);
  } catch (const ProgramError& problem) {
    error = problem.what();
  }
  EXPECT_EQ(error,
            script +
                " did not list its workloads: it exited with status 0; link it "
                "to spl::workload_main or spl::gtest, or name the framework of "
                "its benchmarks, as in -p google-benchmark:PROGRAM");
}

TEST_F(ForeignWorker, IsRecognisedByItsOptions) {
  ProcessLauncher launcher(SPL_RUN, kForeignLock);
  const std::string script =
      program("#!/bin/sh\nexec '" + program(kGoogle) + "' \"$@\"\n", "script");
  const ProgramCatalogue found = ask({script}, launcher);
  EXPECT_EQ(found.programs.at(0).framework, Framework::kGoogleBenchmark);
  EXPECT_EQ(found.catalogue.entries[0].name, "BM_Fine/10");
  RunOrder run = order(script, "BM_Fine/10");
  run.framework = found.programs.at(0).framework;
  EXPECT_EQ(launcher.measure({0, {run}}).runs.at(0).answer.failure, "");
}

TEST_F(ForeignWorker, RefusesAProgramWithoutBenchmarks) {
  ProcessLauncher launcher(SPL_RUN, kForeignLock);
  const std::string script = program("#!/bin/sh\n");
  std::string error;
  try {
    (void)ask({"google-benchmark:" + script}, launcher);
  } catch (const ProgramError& problem) {
    error = problem.what();
  }
  EXPECT_EQ(error,
            script +
                ": this program of Google Benchmark lists no benchmarks: it "
                "has none, or it is a program of another kind");
}

std::optional<double> printed(std::string_view text, const std::string& name) {
  PrintedNumbers numbers({"other", name});
  numbers.read(text);
  return numbers.value(name);
}

TEST(PrintedNumbers, StandBehindTheirNames) {
  EXPECT_EQ(printed("bytes 8192", "bytes"), 8192);
  EXPECT_EQ(printed("all\n .text\t 41 4096\n.text1 5\n", ".text"), 41);
  EXPECT_EQ(printed("bytes: 1.5e3 of 7\n", "bytes"), 1500);
  EXPECT_EQ(printed("peak memory=7\n", "peak memory"), 7);
  EXPECT_EQ(printed("n = 10\r\n", "n"), 10);
}

TEST(PrintedNumbers, AreThoseOfTheLastLine) {
  EXPECT_EQ(printed("n 1\nn 2\nn none\nmore n 3", "n"), 2);
}

TEST(PrintedNumbers, AreFiniteAndNotNegative) {
  for (const char* text :
       {"", "n", "n:", "n -1", "n -0", "n inf", "n nan", "n 1e999", "n5", "m 5",
        "n :: 5", "n 'x'", "n 12K", "n 1,234", "n 0x10"}) {
    EXPECT_EQ(printed(text, "n"), std::nullopt) << text;
  }
}

TEST(PrintedNumbers, MayComeInParts) {
  PrintedNumbers numbers({"bytes", ""});
  for (const char one : std::string("x\nbytes 12\nbytes 345")) {
    numbers.read({&one, 1});
  }
  EXPECT_EQ(numbers.value("bytes"), 345);
}

TEST(PrintedNumbers, AreSoughtAtTheStartOfLongLines) {
  PrintedNumbers numbers({"n"});
  for (int i = 0; i < 1000; ++i) numbers.read(std::string(1000, 'x'));
  numbers.read("\nn 1 " + std::string(1'000'000, 'n'));
  EXPECT_EQ(numbers.value("n"), 1);
  EXPECT_EQ(printed(std::string(4092, ' ') + "n 12345", "n"), std::nullopt);
}

}  // namespace

}  // namespace spl::runner
