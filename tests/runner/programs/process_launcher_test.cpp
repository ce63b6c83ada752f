// The real launcher on a program whose workloads go wrong.

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/programs/process_launcher.hpp"
#include "runner/system/host_facts.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

/// Not the machine's: these runs measure nothing that counts.
constexpr const char* kFaultyLock = SPL_FAULTY_WORKER ".lock";

RunOrder order(const std::string& method, std::vector<logic::Value> arguments) {
  RunOrder result;
  result.program = SPL_FAULTY_WORKER;
  result.performance.method = method;
  result.performance.arguments = std::move(arguments);
  result.environment_size = 100;
  result.observations = 3;
  result.warmup = std::chrono::nanoseconds(0);
  result.timeout = std::chrono::minutes(1);
  return result;
}

std::string failure_of(const RunOrder& one) {
  ProcessLauncher launcher(SPL_RUN, kFaultyLock);
  return launcher.measure({0, {one}}).runs.at(0).answer.failure;
}

TEST(ProcessLauncher, MeasuresInAProcessOfItsOwn) {
  ProcessLauncher launcher(SPL_RUN, kFaultyLock);
  const BlockResult block = launcher.measure({0, {order("fine", {10.0})}});
  EXPECT_EQ(block.host, host_name());
  ASSERT_EQ(block.runs.size(), 1U);
  EXPECT_EQ(block.runs[0].answer.failure, "");
  EXPECT_EQ(block.runs[0].answer.observations.size(), 3U);
  EXPECT_GT(block.runs[0].seconds, 0);
}

TEST(ProcessLauncher, TellsHowARunEnded) {
  EXPECT_EQ(failure_of(order("crashes", {})),
            "was killed by signal 11 (Segmentation fault); its last output:\n"
            "    about to crash");
  EXPECT_EQ(failure_of(order("exits", {0.0})),
            "exited with status 0 before it was measured");
  EXPECT_EQ(failure_of(order("exits", {3.0})),
            "exited with status 3 before it was measured");
  EXPECT_EQ(failure_of(order("throws", {})),
            "threw std::runtime_error: no such table");
  EXPECT_EQ(failure_of(order("never_loops", {})),
            "never called needs_more(); put what is measured in a loop: while "
            "(spl.needs_more()) { ... }");
  RunOrder hanging = order("hangs", {});
  hanging.timeout = std::chrono::milliseconds(50);
  EXPECT_EQ(failure_of(hanging), "did not end within 50 ms and was killed");
  RunOrder absent = order("fine", {10.0});
  absent.program = "/no/such/program";
  EXPECT_EQ(failure_of(absent),
            "could not be started: No such file or directory");
}

TEST(ProcessLauncher, IsInterruptedOnceIfThatIsOutlasted) {
  ProcessLauncher launcher(SPL_RUN, kFaultyLock);
  EXPECT_FALSE(launcher.interrupt(SIGINT));
  EXPECT_EQ(launcher.interruption(), 0);
  launcher.outlast_interruption();
  (void)launcher.measure({0, {order("fine", {10.0})}});
  const pid_t linker = fork();  // Or whatever else this process started.
  if (linker == 0) pause();
  EXPECT_TRUE(launcher.interrupt(SIGINT));
  EXPECT_FALSE(launcher.interrupt(SIGTERM));
  EXPECT_EQ(launcher.interruption(), SIGINT);
  EXPECT_EQ(waitpid(linker, nullptr, WNOHANG), 0);  // Neither ended nor reaped.
  EXPECT_THROW((void)launcher.measure({1, {}}), Interrupted);
  kill(linker, SIGKILL);
  waitpid(linker, nullptr, 0);
}

TEST(ProcessLauncher, FillsUpTheEnvironment) {
  for (const std::size_t size : {0, 100, 4095}) {
    RunOrder one = order("filled_up", {});
    one.environment_size = size;
    EXPECT_EQ(failure_of(one), "failed: " + std::to_string(size) + " bytes");
  }
}

// Allocations of whoever is tested with Meson cost more.
TEST(ProcessLauncher, HandsNoFillingOfMemoryOn) {
  setenv("MALLOC_PERTURB_", "99", 1);
  EXPECT_EQ(failure_of(order("filled_up", {})), "failed: 100 bytes");
  unsetenv("MALLOC_PERTURB_");
}

TEST(ProcessLauncher, ShowsLittleOfMuchOutput) {
  const std::string failure = failure_of(order("prints", {}));
  // The 4096 bytes that are kept: four lines and the end of another.
  const std::string line = "\n    " + std::string(200, 'x') + " ...";
  EXPECT_EQ(failure,
            "exited with status 1 before it was measured; its last output:\n"
            "    " +
                std::string(84, 'x') + line + line + line + line +
                "\n    bell ?");
}

TEST(ProcessLauncher, MakesTheOtherRunsOfABlock) {
  ProcessLauncher launcher(SPL_RUN, kFaultyLock);
  const BlockResult block =
      launcher.measure({0, {order("crashes", {}), order("fine", {10.0})}});
  ASSERT_EQ(block.runs.size(), 2U);
  EXPECT_NE(block.runs[0].answer.failure, "");
  EXPECT_EQ(block.runs[1].answer.failure, "");
}

TEST(ProcessLauncher, TellsThatItCannotStartItsHelper) {
  ProcessLauncher launcher("/no/such/spl-run", kFaultyLock);
  EXPECT_EQ(
      launcher.measure({0, {order("fine", {10.0})}}).runs.at(0).answer.failure,
      "was not measured: cannot start /no/such/spl-run, which executes what is "
      "measured: No such file or directory");
}

TEST(ProcessLauncher, TellsThatItCannotWriteForOtherHosts) {
  const TemporaryFolder shared;
  ProcessLauncher launcher(SPL_RUN, kFaultyLock);
  launcher.prepare({{"env"}, {}, shared.path()});
  const std::filesystem::path folder =
      *std::filesystem::directory_iterator(shared.path());
  std::filesystem::remove_all(folder);
  const Block block{0, {order("fine", {10.0})}};
  EXPECT_EQ(launcher.measure(block).runs.at(0).answer.failure,
            "was not measured: cannot write " + folder.string() +
                "/block2: No such file or directory; name another folder that "
                "all hosts share with -s shared-folder=PATH");
  // Later calls are measured.
  std::filesystem::create_directory(folder);
  EXPECT_EQ(launcher.measure(block).runs.at(0).answer.failure, "");
}

TEST(ProcessLauncher, AsksAProgramForItsWorkloads) {
  ProcessLauncher launcher(SPL_RUN, kFaultyLock);
  const auto answer = launcher.catalogue(SPL_FAULTY_WORKER);
  ASSERT_EQ(answer.entries.size(), 13U);
  EXPECT_EQ(answer.entries[0].name, "bound_to");
}

std::string program_error(
    const std::string& program,
    std::chrono::nanoseconds longest_list = std::chrono::seconds(60)) {
  try {
    ProcessLauncher launcher(SPL_RUN, kFaultyLock);
    launcher.limit_lists(longest_list);
    (void)launcher.catalogue(program);
  } catch (const ProgramError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ProcessLauncher, RefusesWhatIsNoProgramWithWorkloads) {
  const TemporaryFolder folder;
  const std::string text = folder.write("text", "x");
  EXPECT_EQ(program_error("/no/such/program"),
            "there is no program /no/such/program: No such file or directory; "
            "is it built?");
  EXPECT_EQ(program_error(text),
            text + " cannot be executed; name a program that holds workloads");
  EXPECT_EQ(program_error(folder.path()),
            folder.path().string() +
                " cannot be executed; name a program that holds workloads");
  EXPECT_EQ(program_error("/bin/true"),
            "/bin/true did not list its workloads: it exited with status 0; "
            "link it to spl::workload_main or spl::gtest, or name the "
            "framework of its benchmarks, as in -p google-benchmark:PROGRAM");
  const std::string failing = folder.write("failing", "#!/bin/sh\nexit 1\n");
  std::filesystem::permissions(failing, std::filesystem::perms::owner_all);
  EXPECT_EQ(program_error(failing),
            failing + " did not list its workloads: it exited with status 1");
}

TEST(ProcessLauncher, SaysThatAProgramSpeaksAnotherVersion) {
  const TemporaryFolder folder;
  const std::string sentence =
      "SPL worker: the request in SPL_WORKER cannot be read: line 1: expected "
      "\"spl-request 2\", found \"spl-request 1\"; are the program and spl-run "
      "of different versions of SPL?";
  const std::string later =
      folder.write("later", "#!/bin/sh\necho '" + sentence + "' >&2\nexit 2\n");
  std::filesystem::permissions(later, std::filesystem::perms::owner_all);
  EXPECT_EQ(program_error(later),
            later +
                " did not list its workloads: it exited with status 2; build "
                "it again, with this version of SPL; its last output:\n    " +
                sentence);
}

// It has holes and takes no space, but would be read for an hour.
TEST(ProcessLauncher, ReadsNoProgramOfMoreThanFourGibibytes) {
  const TemporaryFolder folder;
  const std::string program = folder.write("program", "");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  std::filesystem::resize_file(program, std::uintmax_t{5} << 30);
  EXPECT_EQ(program_error(program),
            program +
                " has 5 GiB, and no more than 4 GiB of a program are read; "
                "link less into it");
}

TEST(ProcessLauncher, RefusesBenchmarksThatNeedArgumentsOfTheirOwn) {
  const TemporaryFolder folder;
  const std::string program =
      folder.write("program", "#!/bin/sh\necho usage: program FILE\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_EQ(program_error("google-benchmark:" + program),
            program +
                " did not list its workloads: it exited with status 1; if it "
                "needs arguments, name it with them, [\"" +
                program +
                "\", \"ARGUMENT\"], as docs/frameworks.md shows; its last "
                "output:\n    usage: program FILE");
  EXPECT_EQ(program_error(
                program_text({program, Framework::kGoogleBenchmark, {"none"}})),
            "[\"" + program +
                "\",\"none\"] did not list its workloads: it exited with "
                "status 1; it may need other arguments; its last output:\n"
                "    usage: program FILE");
}

TEST(ProcessLauncher, RefusesWhatPreparesBeforeItListsItsWorkloads) {
  const TemporaryFolder folder;
  const std::string program = folder.write("program", "#!/bin/sh\nsleep 60\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_EQ(program_error(program, std::chrono::milliseconds(50)),
            program +
                " did not list its workloads: it did not end within 50 ms and "
                "was killed; every run starts as slowly: move this set-up into "
                "the benchmarks, or allow more time, as in -s timeout=5min");
}

}  // namespace
}  // namespace spl::runner
