#include "runner/programs/counted_worker.hpp"

#include <gtest/gtest.h>

#include "runner/programs/command_worker.hpp"
#include "runner/system/files.hpp"
#include "runner/system/host_facts.hpp"
#include "tests/runner/temporary_folder.hpp"

// Scripts in place of Valgrind; valgrind_test.py has the real one.
namespace spl::runner {
namespace {

using workload::Metric;

/// Does as Valgrind: writes dumps, and the answer of a worker, beside it.
constexpr const char* kCounts = R"(#!/bin/sh
for word; do
  case $word in --callgrind-out-file=*) out=${word#*=} ;; esac
done
dump() {
  printf 'desc: Trigger: Client Request: SPL parts: %s\n' "$2" >"$out.$1"
  printf 'events: Ir Dr Dw I1mr D1mr D1mw\nsummary: %s\n' "$3" >>"$out.$1"
}
dump 1 2 '20 0 0 0 2'
dump 2 1 '999'
dump 3 4 '2040 0 0 0 4 100'
cp "$WORKER_ANSWER" "${out%.callgrind}"
)";

class CountedWorker : public ::testing::Test {
 protected:
  CountedWorker() {
    request_.result_path = (folder_.path() / "result").string();
    request_.metrics = {Metric::kValgrindInstructions};
    workload::RunAnswer answer;
    answer.observations = {0};
    answer.iterations = 20;
    answered(answer);
  }

  void answered(const workload::RunAnswer& answer) {
    folder_.write("worker_answer", workload::encode(answer));
  }

  /// Returns how it ends with this script in place of Valgrind.
  Ending ending(const std::string& script) {
    if (!script.empty()) {
      std::filesystem::permissions(folder_.write("valgrind", script),
                                   std::filesystem::perms::owner_all);
    }
    Command command;
    command.words = {"/bin/true"};
    const std::string folder = folder_.path().string();
    command.environment = {"PATH=" + folder + (script.empty() ? "" : ":/bin"),
                           "WORKER_ANSWER=" + folder + "/worker_answer"};
    StopWatch watch;
    return execute_counted(request_, profile_, command, watch);
  }

  workload::RunAnswer answer(const std::string& script) {
    (void)ending(script);
    return workload::decode_run_answer(read_file(request_.result_path));
  }

  TemporaryFolder folder_;
  workload::Request request_;
  std::string profile_;
};

TEST_F(CountedWorker, CountsAnIterationWithoutWhatAnEmptyPartTakes) {
  request_.metrics = {Metric::kValgrindInstructions,
                      Metric::kValgrindDataMisses};
  const auto counted = answer(kCounts);
  EXPECT_EQ(counted.failure, "");
  EXPECT_EQ(counted.observations, std::vector<double>{(2040 - 4 * 10) / 20.0});
  ASSERT_EQ(counted.others.size(), 1U);
  EXPECT_EQ(counted.others[0], std::vector<double>{(104 - 4) / 20.0});
  for (const char* dump : {"", ".1", ".2", ".3"}) {
    EXPECT_FALSE(
        std::filesystem::exists(request_.result_path + ".callgrind" + dump));
  }
}

TEST_F(CountedWorker, KeepsTheProfileOfTheLastObservation) {
  profile_ = (folder_.path() / "profile").string();
  EXPECT_EQ(answer(kCounts).failure, "");
  EXPECT_EQ(read_file(profile_),
            "desc: Trigger: Client Request: SPL parts: 4\n"
            "events: Ir Dr Dw I1mr D1mr D1mw\nsummary: 2040 0 0 0 4 100\n");
}

TEST_F(CountedWorker, KeepsTheFailureOfAWorkload) {
  workload::RunAnswer failed;
  failed.failure = "threw std::runtime_error: boom";
  answered(failed);
  EXPECT_EQ(answer(kCounts).failure, "threw std::runtime_error: boom");
}

TEST_F(CountedWorker, NeedsValgrind) {
  EXPECT_EQ(answer("").failure,
            "is counted by Valgrind, which " + host_name() +
                " does not have; install its package valgrind");
}

TEST_F(CountedWorker, NamesInstructionsThatValgrindDoesNotKnow) {
  EXPECT_EQ(
      answer("#!/bin/sh\n"
             "echo 'vex amd64->IR: unhandled instruction bytes: 0x62' >&2\n"
             "kill -s ILL $$\n")
          .failure,
      "executes an instruction that Valgrind does not know, perhaps of "
      "AVX-512; compile what is measured for an older processor, as with "
      "-march=x86-64-v3 or -mno-avx512f");
}

TEST_F(CountedWorker, NamesProgramsThatMarkNothing) {
  EXPECT_EQ(answer("#!/bin/sh\n"
                   "echo 'SPL worker: the request in SPL_WORKER cannot be "
                   "read: line 9' >&2\nexit 2\n")
                .failure,
            "is in a program that does not mark for Valgrind what it times; "
            "build it again with this version of SPL, or compare revisions "
            "that have it");
}

TEST_F(CountedWorker, HasNoAnswerWhereCountsCannotBeRead) {
  const std::string script = kCounts;
  const std::string pipe = script + "rm \"$out.2\"; mkfifo \"$out.2\"\n";
  const std::string large = script +
                            "truncate -s 64M \"$out.2\"\n"
                            "for i in $(seq 4 20); do ln \"$out.2\" "
                            "\"$out.$i\"; done\n";
  for (const std::string& one : {pipe, large}) {
    request_.result_path += 'x';  // A pipe that is left would be waited for.
    const std::string output = ending(one).output;
    EXPECT_FALSE(std::filesystem::exists(request_.result_path)) << output;
    EXPECT_NE(output, "");
  }
}

TEST_F(CountedWorker, MissesCountsThatAreNone) {
  std::string script = kCounts;
  const std::string last = "'2040 0 0 0 4 100'";
  script.replace(script.find(last), last.size(), "nan");
  EXPECT_EQ(answer(script).failure,
            "was executed by Valgrind, which wrote no counts; does `valgrind "
            "--tool=callgrind true` work there?");
}

TEST_F(CountedWorker, MissesCounts) {
  EXPECT_EQ(answer("#!/bin/sh\ncp \"$WORKER_ANSWER\" \"${WORKER_ANSWER%/*}"
                   "/result\"\n")
                .failure,
            "was executed by Valgrind, which wrote no counts; does `valgrind "
            "--tool=callgrind true` work there?");
}

/// Dumps of two processes, and the report of Google Benchmark for two
/// repetitions of 20 iterations, the first of which does not count.
constexpr const char* kForeign = R"(#!/bin/sh
for word; do
  case $word in --callgrind-out-file=*) out=${word#*=} ;; esac
done
start='after=benchmark::State::StartKeepRunning()'
finish='before=benchmark::State::FinishKeepRunning()'
dump() {
  printf 'desc: Trigger: --dump-%s\n' "$2" >"$out.$1"
  printf 'events: Ir Dr\nsummary: %s\n' "$3" >>"$out.$1"
}
dump 1 "$start" 700000
dump 2 "$finish" 9000
dump 3 "$start" 5000
dump 4 "$finish" 4000
one='{"run_name": "a", "iterations": 20, "real_time": 3, "cpu_time": 2,
  "time_unit": "ns"}'
echo "{\"benchmarks\": [$one, $one]}" >"$BENCHMARK_OUT"
)";

class CountedProgram : public CountedWorker {
 protected:
  CountedProgram() {
    request_.task = workload::Request::Task::kRun;
    request_.method = "a";
    request_.observations = 1;
    request_.warmup_observations = 1;
    request_.observation_ns = 20000;
  }

  [[nodiscard]] Command command(const std::string& script) {
    std::filesystem::permissions(folder_.write("valgrind", script),
                                 std::filesystem::perms::owner_all);
    Command command;
    command.words = {"/bin/true"};
    command.environment = {"PATH=" + folder_.path().string() + ":/bin"};
    return command;
  }

  workload::RunAnswer foreign(const std::string& script) {
    StopWatch watch;
    (void)execute_foreign(google_benchmark_program(), request_, command(script),
                          watch);
    return workload::decode_run_answer(read_file(request_.result_path));
  }

  workload::RunAnswer processes(const std::string& script) {
    StopWatch watch;
    CommandRun run;
    run.words = {"convert"};
    request_.warmup_observations = 0;
    (void)execute_command(run, request_, command(script), watch);
    return workload::decode_run_answer(read_file(request_.result_path));
  }
};

TEST_F(CountedProgram, CountsWhatAnotherFrameworkTimes) {
  request_.metrics = {Metric::kValgrindInstructions, Metric::kValgrindCycles};
  const auto counted = foreign(kForeign);
  EXPECT_EQ(counted.failure, "");
  EXPECT_EQ(counted.observations, std::vector<double>{4000 / 20.0});
  ASSERT_EQ(counted.others.size(), 1U);
  EXPECT_EQ(counted.others[0], std::vector<double>{4000 / 20.0});
  EXPECT_EQ(counted.iterations, 20U);
  EXPECT_FALSE(std::filesystem::exists(request_.result_path + ".callgrind.1"));
}

TEST_F(CountedProgram, DoesNotFindWhatIsInlined) {
  std::string script = kForeign;
  script.replace(script.find("Finish"), 6, "Finito");
  EXPECT_EQ(foreign(script).failure,
            "was executed by Valgrind, which did not find what its program "
            "times: that must keep its symbols, be built without link-time "
            "optimisation, measure in one thread and, with Google Benchmark, "
            "set no MinTime()");
}

TEST_F(CountedProgram, NamesInstructionsThatValgrindDoesNotKnow) {
  const std::string script = "#!/bin/sh\nkill -s ILL $$\n";
  const std::string unknown =
      "executes an instruction that Valgrind does not know, perhaps of "
      "AVX-512; compile what is measured for an older processor, as with "
      "-march=x86-64-v3 or -mno-avx512f";
  EXPECT_EQ(foreign(script).failure, unknown);
  EXPECT_EQ(processes(script).failure, unknown);
}

TEST_F(CountedProgram, AddsUpTheProcessesOfACommand) {
  const auto counted = processes(R"(#!/bin/sh
for word; do
  case $word in --callgrind-out-file=*) out=${word#*=} ;; esac
done
[ "${out%.%p}" = "$out" ] && exit 1
out=${out%.%p}
printf 'events: Ir Dr\nsummary: 3000 5\n' >"$out.17"
printf 'events: Ir Dr\nsummary: 500\n' >"$out.17.1"
printf 'events: Ir Dr\nsummary: 40 1\n' >"$out.18"
)");
  EXPECT_EQ(counted.failure, "");
  EXPECT_EQ(counted.observations, std::vector<double>{3540});
  EXPECT_FALSE(std::filesystem::exists(request_.result_path + ".callgrind.17"));
}

TEST_F(CountedProgram, MissesCountsOfACommand) {
  EXPECT_EQ(processes("#!/bin/sh\n").failure,
            "was executed by Valgrind, which wrote no counts; does `valgrind "
            "--tool=callgrind true` work there?");
}

TEST_F(CountedProgram, NeedsValgrind) {
  const std::string lack = "is counted by Valgrind, which " + host_name() +
                           " does not have; install its package valgrind";
  Command bare = command("");
  bare.environment = {"PATH=/nowhere"};
  StopWatch watch;
  (void)execute_foreign(google_benchmark_program(), request_, bare, watch);
  EXPECT_EQ(
      workload::decode_run_answer(read_file(request_.result_path)).failure,
      lack);
  CommandRun run;
  run.words = {"convert"};
  (void)execute_command(run, request_, bare, watch);
  EXPECT_EQ(
      workload::decode_run_answer(read_file(request_.result_path)).failure,
      lack);
}

}  // namespace
}  // namespace spl::runner
