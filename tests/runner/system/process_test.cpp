// Commands executed as runs and builds are.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "runner/system/process.hpp"
#include "runner/system/processors.hpp"
#include "runner/system/spawn.hpp"
#include "tests/runner/refused_calls.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

Command shell(const std::string& script, std::chrono::milliseconds timeout) {
  Command command;
  command.words = {"/bin/sh", "-c", script};
  command.environment = own_environment();
  command.timeout = timeout;
  return command;
}

constexpr std::chrono::milliseconds kEnough = std::chrono::minutes(1);
constexpr std::chrono::milliseconds kShort(100);
const std::string kForEver = "; while :; do :; done";

TEST(Execution, KeepsTheEndOfWhatIsPrinted) {
  const Ending ending = execute(shell("echo one; echo two >&2", kEnough));
  EXPECT_EQ(to_text(ending, kEnough), "exited with status 0");
  EXPECT_EQ(ending.output, "one\ntwo\n");
  // More than a pipe holds.
  const Ending much = execute(
      shell("head -c 300000 /dev/zero | tr '\\0' x; echo end", kEnough));
  EXPECT_EQ(to_text(much, kEnough), "exited with status 0");
  EXPECT_EQ(much.output, std::string(kOutputKept - 4, 'x') + "end\n");
}

TEST(Execution, HandsOnOutputWithoutErrors) {
  Command command =
      shell("echo one; echo two >&2; head -c 300000 /dev/zero", kEnough);
  std::string output;
  command.on_output = [&](std::string_view part) { output += part; };
  command.splits_errors = true;
  const Ending ending = execute(command);
  EXPECT_EQ(to_text(ending, kEnough), "exited with status 0");
  EXPECT_EQ(output, "one\n" + std::string(300'000, '\0'));
  EXPECT_NE(ending.output.find("two\n"), std::string::npos);
}

TEST(Execution, ReadsAFileInItsFolder) {
  const TemporaryFolder folder;
  Command command = shell("cat; pwd", kEnough);
  command.input = folder.write("input", "in\n");
  command.folder = folder.path();
  EXPECT_EQ(execute(command).output,
            "in\n" + std::filesystem::canonical(folder.path()).string() + '\n');
}

TEST(Execution, MeasuresProcessorsAndMemory) {
  // tail keeps all that it gets; the shell waits for both.
  Command command = shell(
      "head -c 60000000 /dev/zero | tail -c 60000000 >/dev/null", kEnough);
  command.measures_memory = true;
  const Ending ending = execute(command);
  EXPECT_EQ(to_text(ending, kEnough), "exited with status 0");
  EXPECT_GT(ending.cpu.count(), 1'000'000);
  EXPECT_GE(ending.peak_memory, 60'000'000U);
  EXPECT_LT(ending.peak_memory, 1'000'000'000U);
}

TEST(Execution, WaitsForWhatClosesItsStreams) {
  const std::string closed = "exec >&- 2>&-";
  EXPECT_EQ(to_text(execute(shell(closed + "; exit 3", kEnough)), kEnough),
            "exited with status 3");
  EXPECT_EQ(to_text(execute(shell(closed + kForEver, kShort)), kShort),
            "did not end within 100 ms and was killed");
}

TEST(Execution, EndsWhatPrintsAllTheTime) {
  const Ending ending = execute(shell("yes; true", kShort));
  EXPECT_EQ(to_text(ending, kShort),
            "did not end within 100 ms and was killed");
  EXPECT_LE(ending.output.size(), kOutputKept);
}

/// Starts processes for ever, which take no signal and are in other sessions,
/// up to the limit of a user; 20 s later, says so and ends.
void multiply(bool& outlived) {
  const rlimit most{60, 60};
  constexpr uid_t kNobody = 65534;
  if (setrlimit(RLIMIT_NPROC, &most) != 0 || setuid(kNobody) != 0) _exit(1);
  const std::time_t end = std::time(nullptr) + 20;
  for (int one = 1; one < NSIG; ++one) std::signal(one, SIG_IGN);
  while (std::time(nullptr) < end) {
    if (fork() == 0) setsid();
  }
  outlived = true;
  _exit(0);
}

TEST(EndChildren, EndsWhatMultiplies) {
  if (geteuid() != 0) GTEST_SKIP() << "needs another user's limit";
  void* shared = mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto& outlived = *static_cast<bool*>(shared);
  adopt_orphans();
  if (fork() == 0) multiply(outlived);
  std::this_thread::sleep_for(kShort);
  EXPECT_EQ(end_children(), "");
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_FALSE(outlived);
  munmap(shared, sizeof(bool));
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST(Execution, MayGoOnAnywhere) {
  const Processors usable = usable_processors();
  ASSERT_FALSE(usable.empty());
  Command command = shell("taskset -pc $$ | sed 's/.*: //'", kEnough);
  for (const unsigned processor : {usable.back(), 5000U}) {
    command.processor = processor;
    const std::string told = execute(command).output;
    EXPECT_EQ(parse_processors(told.substr(0, told.find('\n'))), usable);
    EXPECT_EQ(usable_processors(), usable);
  }
}

TEST(Execution, TellsWhyItIsNotStarted) {
  const auto told = [](const std::string& word) {
    Command command;
    command.words = {word};
    command.environment = own_environment();
    command.search_path = true;
    const Ending ending = execute(command);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // No child is left.
    return to_text(ending, {});
  };
  EXPECT_EQ(told("no-such-command"),
            "could not be started: No such file or directory");
  EXPECT_EQ(told("/dev/null"), "could not be started: Permission denied");
  const TemporaryFolder folder;
  const std::filesystem::path script = folder.path() / "no_program";
  std::ofstream(script) << "exit 3\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_EQ(told(script), "could not be started: Exec format error");
}

#ifdef SYS_poll
constexpr unsigned kPoll = SYS_poll;
#else
constexpr unsigned kPoll = SYS_ppoll;
#endif

/// As a process whose limit of open files another one set to zero.
[[noreturn]] void execute_without_poll() {
  refuse({kPoll, EINVAL});
  const Ending ending = execute(shell("echo one" + kForEver, kEnough));
  const bool ended =
      to_text(ending, kEnough) == "was killed by signal 9 (Killed)" &&
      ending.output.ends_with("spl-run cannot wait for it: Invalid argument");
  const Spawned child = spawn({"/bin/sh", "-c", "sleep 0.1"}, {}, {});
  const bool is_seen =
      ends_before(child.pid, std::chrono::steady_clock::now() + kEnough);
  _exit(ended && is_seen ? 0 : 1);
}

[[noreturn]] void execute_without_waitid() {
  refuse({SYS_waitid, ECHILD});
  const Ending ending = execute(shell("echo one" + kForEver, kEnough));
  _exit(to_text(ending, kEnough) == "was killed by signal 9 (Killed)" ? 0 : 1);
}

TEST(Execution, EndsIfItCannotBeWaitedFor) {
  if (prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "needs a kernel with seccomp";
  EXPECT_EXIT(execute_without_waitid(), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(execute_without_poll(), ::testing::ExitedWithCode(0), "");
}

/// As on kernels before 5.3.
[[noreturn]] void execute_without_pidfd() {
  refuse({SYS_pidfd_open, ENOSYS});
  const bool refused =
      syscall(SYS_pidfd_open, getpid(), 0) < 0 && errno == ENOSYS;
  const auto told = [](const std::string& script,
                       std::chrono::milliseconds timeout) {
    return to_text(execute(shell(script, timeout)), timeout);
  };
  const bool ended = told("exit 3", kEnough) == "exited with status 3";
  const bool killed = told(":" + kForEver, kShort) ==
                      "did not end within 100 ms and was killed";
  _exit(refused && ended && killed ? 0 : 1);
}

TEST(Execution, NeedsNoPidfd) {
  if (prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "needs a kernel with seccomp";
  EXPECT_EXIT(execute_without_pidfd(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace spl::runner
