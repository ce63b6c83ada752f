#include "runner/programs/counted_worker.hpp"

#include <gtest/gtest.h>

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

TEST(CallgrindDump, HasReasonEventsAndSums) {
  const CallgrindDump dump = callgrind_dump(R"(# callgrind format
version: 1
part: 2

desc: Trigger: Client Request: SPL parts: 3

positions: line
events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw
summary: 9048 3 18 2 5 1 1 4

fn=(1) main
0 9048
summary: 7
)");
  EXPECT_EQ(dump.parts(), 3U);
  EXPECT_TRUE(dump.is_whole());
  EXPECT_EQ(dump.sum("Ir"), 9048);
  EXPECT_EQ(dump.sum("DLmr"), 4);
  EXPECT_EQ(dump.sum("DLmw"), 0);  // Zeros at the end are not written.
  EXPECT_EQ(value_of(dump, workload::Metric::kValgrindInstructions), 9048);
  EXPECT_EQ(value_of(dump, workload::Metric::kValgrindDataMisses), 6);
  EXPECT_EQ(value_of(dump, workload::Metric::kValgrindCycles),
            9048 + 10 * (2 + 6) + 100 * (1 + 4));
}

TEST(CallgrindDump, IsNotWholeWithoutSums) {
  const std::string begin = "desc: Trigger: Client Request: SPL parts: 3\n";
  for (const char* text :
       {"events: Ir\nsummary: nan\n", "events: Ir\nsummary: -1\n",
        "events: Ir\nsummary: inf\n", "events: Ir\n", "summary: 1\n",
        "events: Dr\nsummary: 1\n", "events: Ir\nsummary: 1e999\n"}) {
    EXPECT_FALSE(callgrind_dump(begin + text).is_whole()) << text;
  }
  EXPECT_FALSE(callgrind_dump("events: Ir\nsummary: 1\n").is_whole());
}

TEST(CallgrindDump, HasFewEvents) {
  std::string text = "events: Ir";
  for (int i = 0; i < 100'000; ++i) text += " a";
  EXPECT_LT(callgrind_dump(text).events.size(), 1000U);
}

TEST(CallgrindDump, MayBeAnotherText) {
  const CallgrindDump dump = callgrind_dump("summary: x\n");
  EXPECT_EQ(dump.parts(), 0U);
  EXPECT_EQ(dump.sum("Ir"), 0);
  EXPECT_EQ(callgrind_dump("desc: Trigger: Client Request: mine 4\n").parts(),
            0U);
}

}  // namespace

}  // namespace spl::runner
