// The real launcher on scripts that do as programs of other frameworks.

#include "runner/programs/foreign_worker.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "runner/programs/process_launcher.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

constexpr const char* kForeignLock = SPL_FAULTY_WORKER ".lock";

/// As Google Benchmark 1.7: the name says what it does.
constexpr const char* kGoogle = R"(#!/bin/sh
for word; do
  case $word in
    --benchmark_out=*) out=${word#*=} ;;
    --benchmark_list_tests=true) list=yes ;;
    --benchmark_min_time=1x)
      echo "The value of flag --benchmark_min_time is expected to be a double" >&2
      exit 1 ;;
    --benchmark_filter=*) name=${word#*=} ;;
    --help) echo 'benchmark [--benchmark_filter=<regex>]'; exit ;;
  esac
done
if [ "$list" ]; then
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
  const std::string script = program("#!/bin/sh\nexec /bin/echo \"$@\"\n");
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

}  // namespace
}  // namespace spl::runner
