// End to end: starts sample_worker.cpp as the runner does, with nothing but the
// environment, and reads its answer.
#include "spl/workload/worker.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "spl/workload.hpp"
#include "spl/workload/answer.hpp"
#include "tests/workload/scripted_clock.hpp"
#include "tests/workload/scripted_meter.hpp"

namespace spl::workload {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Worker : public ::testing::Test {
 protected:
  Worker() {
    char folder[] = "/tmp/spl-worker-test-XXXXXX";
    folder_ = mkdtemp(folder);
    request_.task = Request::Task::kRun;
    request_.result_path = folder_ + "/answer";
    request_.observations = 5;
    request_.warmup_ns = 250'000;
    request_.warmup_observations = 2;
    request_.observation_ns = 20'000;
  }
  ~Worker() override { std::filesystem::remove_all(folder_); }

  /// Starts the program with SPL_WORKER; its wait status. What it writes goes
  /// to output_.
  int start(const std::string& variable,
            const char* program = SPL_SAMPLE_WORKER,
            const char* argument = nullptr) {
    std::string setting = std::string(kVariable) + '=' + variable;
    char* environment[] = {setting.data(), nullptr};
    char* arguments[] = {const_cast<char*>(program),
                         const_cast<char*>(argument), nullptr};
    const std::string output = folder_ + "/output";
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    const int error =
        posix_spawn(&child, program, &actions, nullptr, arguments,
                    variable.empty() ? environment + 1 : environment);
    posix_spawn_file_actions_destroy(&actions);
    EXPECT_EQ(error, 0);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    output_ = content(output);
    return status;
  }

  RunAnswer run(const std::string& method, std::vector<Argument> arguments = {},
                const char* program = SPL_SAMPLE_WORKER) {
    request_.method = method;
    request_.arguments = std::move(arguments);
    EXPECT_EQ(start(encode(request_), program), 0) << output_;
    const std::filesystem::path result = request_.result_path;
    for (const auto& one :
         std::filesystem::directory_iterator(result.parent_path())) {
      EXPECT_FALSE(one.path().string().starts_with(result.string() + '.'));
    }
    return decode_run_answer(content(request_.result_path));
  }
  std::string failure(const std::string& method,
                      std::vector<Argument> arguments = {}) {
    const RunAnswer answer = run(method, std::move(arguments));
    EXPECT_THAT(answer.observations, SizeIs(0));
    return answer.failure;
  }

  std::string folder_;
  std::string output_;
  Request request_;
};

TEST_F(Worker, IsNoneUnlessAsked) {
  EXPECT_EQ(start(""), 0);
  EXPECT_EQ(output_, "not asked\n");
}

TEST_F(Worker, AnswersWithItsCatalogue) {
  request_.task = Request::Task::kCatalogue;
  EXPECT_EQ(start(encode(request_)), 0);
  const CatalogueAnswer answer =
      decode_catalogue_answer(content(request_.result_path));
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.entries, SizeIs(Gt(20)));
  EXPECT_EQ(answer.entries.front().name, "ArrayList.contains");
  EXPECT_EQ(answer.build.compiler, SPL_COMPILER);
}

TEST_F(Worker, TellsOfFlagsThatChangeCode) {
  request_.task = Request::Task::kCatalogue;
  const auto flags_of = [&](const char* program) {
    EXPECT_EQ(start(encode(request_), program), 0);
    return decode_catalogue_answer(content(request_.result_path)).build.flags;
  };
  const std::string flags = flags_of(SPL_SAMPLE_FIXED);
  EXPECT_THAT(flags, HasSubstr("-ffinite-math-only"));
  EXPECT_THAT(flags, HasSubstr("-fstack-protector-strong"));
  EXPECT_THAT(flags, Not(HasSubstr("-fPI")));
  EXPECT_THAT(flags_of(SPL_SAMPLE_WORKER), Not(HasSubstr("-ffinite")));
}

TEST_F(Worker, TellsOfSanitizers) {
  request_.task = Request::Task::kCatalogue;
  const auto sanitizers_of = [&](const char* program) {
    EXPECT_EQ(start(encode(request_), program), 0) << output_;
    return decode_catalogue_answer(content(request_.result_path))
        .build.sanitizers;
  };
  // This program is built with those of the whole build.
  const std::string all = answer_catalogue().build.sanitizers;
  const bool none = all.empty();
  EXPECT_EQ(sanitizers_of(SPL_SAMPLE_WORKER), all);
  EXPECT_EQ(sanitizers_of(SPL_SAMPLE_ADDRESS), none ? "address" : all);
  EXPECT_EQ(sanitizers_of(SPL_SAMPLE_UNDEFINED), none ? "undefined" : all);
}

TEST_F(Worker, MeasuresABody) {
  const RunAnswer answer = run("sum", {100.0, std::string("a")});
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, SizeIs(5));
  EXPECT_THAT(answer.observations, Each(Gt(0)));
  EXPECT_GE(answer.warmup, 2U);
}

TEST_F(Worker, MeasuresADelimitedBody) {
  const RunAnswer answer = run("sample.delimited", {2.5});
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, Each(Gt(0)));
}

TEST_F(Worker, RecordsSeveralMetricsInOneRun) {
  request_.metrics = {Metric::kAllocations, Metric::kWall,
                      Metric::kAllocatedBytes, Metric::kCpu};
  const RunAnswer answer = run("allocates");
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, AllOf(SizeIs(5), Each(1)));
  ASSERT_THAT(answer.others, SizeIs(3));
  EXPECT_THAT(answer.others[0], AllOf(SizeIs(5), Each(Gt(0))));
  EXPECT_THAT(answer.others[1], Each(1001));
  EXPECT_THAT(answer.others[2], SizeIs(5));
}

TEST_F(Worker, CountsNoAllocationsWhereThereAreNone) {
  request_.metrics = {Metric::kAllocations};
  EXPECT_THAT(run("sum", {100.0, std::string("a")}).observations, Each(0));
}

TEST_F(Worker, CountsAllocationsHoweverItIsLinked) {
  request_.metrics = {Metric::kAllocations, Metric::kAllocatedBytes};
  for (const char* program : {SPL_SAMPLE_FIXED, SPL_SAMPLE_ADDRESS}) {
    const RunAnswer answer = run("allocates", {}, program);
    EXPECT_EQ(answer.failure, "");
    EXPECT_THAT(answer.observations, Each(1));
    ASSERT_THAT(answer.others, SizeIs(1));
    EXPECT_THAT(answer.others[0], Each(1001));
  }
}

TEST_F(Worker, RefusesToCountWhereOperatorNewIsReplaced) {
  for (const Metric metric : {Metric::kAllocations, Metric::kAllocatedBytes}) {
    request_.metrics = {metric};
    EXPECT_EQ(run("allocates", {}, SPL_SAMPLE_ARENA).failure,
              "is in a program that brings its own operator new, which does "
              "not call malloc each time, so that its calls cannot be counted; "
              "build it without that to count allocations");
  }
  request_.metrics = {Metric::kWall};
  EXPECT_EQ(run("allocates", {}, SPL_SAMPLE_ARENA).failure, "");
}

TEST_F(Worker, RunsStaticallyLinkedButRefusesToCount) {
#ifndef SPL_SAMPLE_STATIC
  GTEST_SKIP() << "this toolchain, or its sanitizer, links nothing statically";
#else
  const RunAnswer answer = run("allocates", {}, SPL_SAMPLE_STATIC);
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, SizeIs(request_.observations));
  request_.metrics = {Metric::kAllocations};
  EXPECT_EQ(run("allocates", {}, SPL_SAMPLE_STATIC).failure,
            "is in a program that brings its own malloc or is linked "
            "statically, so that its calls cannot be counted");
#endif
}

/// The stand-in of a test, while it is open; each iteration counts 40 more in
/// it than the one before.
ScriptedMeter* stand_in = nullptr;

SPL_WORKLOAD(counted, ()) {
  for (std::uint64_t more = 40; spl.needs_more(); more += 40) {
    if (stand_in != nullptr) stand_in->count += more;
  }
}

TEST(AnswerRun, RecordsWhatAStandInCounts) {
  ScriptedClock clock;
  clock.cost = 100;
  const OpenMeter open = [](Metric metric) {
    EXPECT_EQ(metric, Metric::kInstructions);
    auto meter = std::make_unique<ScriptedMeter>();
    meter->cost = 7;
    stand_in = meter.get();
    return meter;
  };
  Request request;
  request.task = Request::Task::kRun;
  request.method = "counted";
  request.observations = 3;
  request.warmup_ns = 0;
  request.warmup_observations = 0;
  request.metrics = {Metric::kInstructions};
  const RunAnswer answer = answer_run(request, clock, open);
  stand_in = nullptr;
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, testing::ElementsAre(40, 80, 120));
}

ScriptedClock* script = nullptr;

/// Each call takes 7 ns, and the second is preempted for 93 more.
SPL_WORKLOAD(preempted_once, ()) {
  for (int call = 0; spl.needs_more(); ++call) {
    script->time += call == 1 ? 100 : 7;
    script->delayed += call == 1 ? 93 : 0;
    script->disturbed += call == 1 ? 1 : 0;
  }
}

TEST(AnswerRun, TellsWhatWasDisturbed) {
  ScriptedClock clock;
  script = &clock;
  Request request;
  request.task = Request::Task::kRun;
  request.method = "preempted_once";
  request.observations = 3;
  request.warmup_ns = 0;
  request.warmup_observations = 0;
  const RunAnswer answer = answer_run(request, clock);
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, testing::ElementsAre(7, 7, 7));
  EXPECT_EQ(answer.disturbed.net, 1U);
  EXPECT_EQ(answer.disturbed.sum(), 1U);
}

std::unique_ptr<Meter> open_nothing(Metric metric) {
  throw MetricMissing("has no counter of " + std::string(to_text(metric)));
}

TEST(AnswerRun, TellsWhichMetricIsMissing) {
  ScriptedClock clock;
  Request request;
  request.task = Request::Task::kRun;
  request.method = "counted";
  request.metrics = {Metric::kWall, Metric::kCycles};
  EXPECT_EQ(answer_run(request, clock, open_nothing).failure,
            "is in a program that has no counter of cycles");
}

TEST(AnswerCatalogue, TellsWhichMetricsAreMissing) {
  const CatalogueAnswer answer = answer_catalogue(open_nothing);
  ASSERT_EQ(answer.missing.size(), std::size(kMetricNames) - 1);
  EXPECT_EQ(answer.missing[0].metric, Metric::kCpu);
  EXPECT_EQ(answer.missing[0].reason, "has no counter of cpu");
}

TEST_F(Worker, MeasuresAMethod) {
  request_.generator = "randomSearch";
  request_.factory = "factoryArrayList";
  const RunAnswer answer = run("ArrayList::contains", {100.0});
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, Each(Gt(0)));
}

TEST_F(Worker, GivesTheFactoryItsOwnArguments) {
  request_.generator = "randomSearch";
  request_.factory = "factoryArrayList";
  request_.factory_arguments = 1;
  EXPECT_EQ(run("ArrayList::contains", {100.0, 10.0}).failure, "");
  EXPECT_EQ(run("ArrayList::contains", {100.0, "x"}).failure,
            "its factory factoryArrayList takes int, not \"x\"");
  request_.factory_arguments = 3;
  EXPECT_EQ(run("ArrayList::contains", {100.0, 10.0}).failure,
            "has fewer arguments than its factory takes");
}

TEST_F(Worker, MeasuresAMethodOnFreshInstances) {
  request_.factory = "factoryUnmovable";
  EXPECT_EQ(run("count", {1.0}).failure, "");
}

TEST_F(Worker, TellsWhatAWorkloadDoesWrong) {
  EXPECT_EQ(failure("throws a std::runtime_error"),
            "threw std::runtime_error: boom\nand more");
  EXPECT_EQ(failure("throws_number"), "threw int");
  EXPECT_EQ(failure("never_loops", {1.0}),
            "never called needs_more(); put what is measured in a loop: while "
            "(spl.needs_more()) { ... }");
  EXPECT_EQ(failure("leaves_early"),
            "left its loop before needs_more() returned false, in the warm-up; "
            "let needs_more() alone end it, without break or return, and "
            "report a failure by spl.fail(\"...\")");
  EXPECT_EQ(failure("fails"), "failed: the file is missing");
  EXPECT_EQ(failure("empty", {1.0}), "takes (), and 1 argument was given");
}

TEST_F(Worker, EndsAtAFailureFromElsewhere) {
  EXPECT_EQ(failure("ends_as_failed"), "failed an assertion");
  EXPECT_EQ(output_, "the child ended with 1");
}

TEST_F(Worker, SeedsItsRandomNumbers) {
  request_.seed = 1;
  const std::string first = failure("draws");
  EXPECT_EQ(failure("draws"), first);
  request_.seed = 2;
  EXPECT_NE(failure("draws"), first);
}

TEST_F(Worker, FlushesOutputAndHidesTheRequestFromChildren) {
  EXPECT_EQ(run("prints_and_looks").failure, "");
  EXPECT_EQ(output_, "SPL_WORKER is gone");
}

/// Returns the two places that tells_places fails with.
std::pair<std::uint64_t, std::uint64_t> places(const std::string& failure) {
  std::istringstream text(failure.substr(failure.find(' ')));
  std::pair<std::uint64_t, std::uint64_t> result;
  text >> result.first >> result.second;
  return result;
}

TEST_F(Worker, PutsItsHeapWhereTheRequestSays) {
  if (!answer_catalogue().build.sanitizers.empty()) GTEST_SKIP();
  request_.heap_offset = 16;
  const auto first = places(failure("tells_places"));
  EXPECT_EQ(first.second, 16U);
  request_.heap_offset = 1040;
  const RunAnswer answer = run("tells_places");
  EXPECT_EQ(answer.heap_offset, 1040U);
  EXPECT_EQ(answer.heap_problem, "");
  const auto second = places(answer.failure);
  EXPECT_EQ(second.second, 1040U);
  EXPECT_EQ((second.first - first.first) % 4096, 1024U);
}

TEST_F(Worker, SaysThatItsHeapIsNotSettled) {
  if (!answer_catalogue().build.sanitizers.empty()) GTEST_SKIP();
  request_.heap_offset = 16;
  const RunAnswer answer =
      run("sum", {100.0, std::string("a")}, SPL_SAMPLE_ARENA);
  EXPECT_EQ(answer.failure, "");
  EXPECT_EQ(answer.heap_offset, std::nullopt);
  EXPECT_EQ(answer.heap_problem, "has an operator new of its own");
}

TEST_F(Worker, LeavesNoAnswerWhenItCrashes) {
  request_.method = "crashes";
  const int status = start(encode(request_));
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  EXPECT_FALSE(std::filesystem::exists(request_.result_path));
}

TEST_F(Worker, RejectsWhatIsNoRequest) {
  const int status = start("spl-request 1\ntask sleep\n");
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(output_,
            "SPL worker: the request in SPL_WORKER cannot be read: line 2: "
            "unknown task \"sleep\"\n");
}

TEST_F(Worker, SaysWhichVersionItSpeaks) {
  for (const char* other : {"0", "2", "99999999999"}) {
    const int status =
        start(std::string("spl-request ") + other +
              "\ntask catalogue\nresult " + request_.result_path + "\nend\n");
    EXPECT_EQ(WEXITSTATUS(status), 2);
    EXPECT_EQ(output_,
              std::string("SPL worker: the request in SPL_WORKER cannot be "
                          "read: line 1: expected \"spl-request 1\", found "
                          "\"spl-request ") +
                  other +
                  "\"; are the program and spl-run of different versions of "
                  "SPL?\n");
  }
}

TEST_F(Worker, TellsThatTheAnswerCannotBeWritten) {
  request_.method = "empty";
  request_.result_path = "/nowhere/answer";
  EXPECT_EQ(WEXITSTATUS(start(encode(request_))), 1);
  EXPECT_EQ(output_,
            "SPL worker: cannot write /nowhere/answer: No such file or "
            "directory\n");
}

TEST_F(Worker, EndsWhenItsParentIsAnother) {
  request_.method = "empty";
  request_.parent = getpid();
  EXPECT_EQ(start(encode(request_)), 0);
  request_.parent = getpid() + 1;
  EXPECT_EQ(WEXITSTATUS(start(encode(request_))), 1);
  EXPECT_EQ(output_, "SPL worker: its parent is gone\n");
}

TEST_F(Worker, MainListsTheWorkloads) {
  EXPECT_EQ(start("", SPL_SAMPLE_MAIN), 0);
  EXPECT_EQ(output_,
            "This program holds workloads for SPL:\n\n"
            "  method     find(std::vector<int>; int)\n"
            "  generator  keys(int in 10, 100)\n"
            "  workload   sort(int size in 10, 100; std::string order in "
            "\"up\", \"down\")\n"
            "\nspl-run -p " SPL_SAMPLE_MAIN " measures them.\n");
  EXPECT_EQ(WEXITSTATUS(start("", SPL_SAMPLE_MAIN, "--fast")), 2);
  EXPECT_THAT(output_, HasSubstr("unknown argument --fast"));
}

TEST_F(Worker, MainAnswersRequests) {
  request_.method = "sort";
  request_.arguments = {10.0, std::string("up")};
  EXPECT_EQ(start(encode(request_), SPL_SAMPLE_MAIN), 0);
  EXPECT_EQ(decode_run_answer(content(request_.result_path)).failure, "");
}

}  // namespace
}  // namespace spl::workload
