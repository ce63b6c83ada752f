#include "runner/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <thread>

#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// What posix_spawn needs, released at the end of the scope.
class SpawnSetup {
 public:
  explicit SpawnSetup(const std::filesystem::path& output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnSetup() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  int spawn(pid_t& pid, const Command& command) {
    std::string program = command.program;
    char* arguments[] = {program.data(), nullptr};
    std::vector<char*> environment;
    for (const std::string& variable : command.environment) {
      environment.push_back(const_cast<char*>(variable.c_str()));
    }
    environment.push_back(nullptr);
    return posix_spawn(&pid, program.c_str(), &actions_, &attributes_,
                       arguments, environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// A descriptor that is closed at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// Whether the child has ended, without reaping it: its number stays its own
/// until the group has been killed.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info,
                WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

/// Waits until the child ends or the time is over; false if it is over.
bool wait_until(pid_t pid, Clock::time_point end) {
  const Descriptor child(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  while (!has_ended(pid)) {
    const auto left = end - Clock::now();
    if (left <= Clock::duration::zero()) return false;
    if (child.number() >= 0) {
      const auto whole =
          std::chrono::ceil<std::chrono::milliseconds>(left).count();
      pollfd ready{child.number(), POLLIN, 0};
      poll(&ready, 1, static_cast<int>(std::min<long>(whole, 1'000'000)));
    } else {  // Kernels without pidfd_open.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return true;
}

}  // namespace

Ending execute(const Command& command) {
  const auto end = Clock::now() + command.timeout;
  SpawnSetup setup(command.output);
  pid_t pid = -1;
  if (const int error = setup.spawn(pid, command)) {
    return {Ending::Kind::kNotStarted, error};
  }
  const bool in_time = wait_until(pid, end);
  kill(-pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return {Ending::Kind::kTimedOut, 0};
  if (WIFSIGNALED(status)) return {Ending::Kind::kKilled, WTERMSIG(status)};
  return {Ending::Kind::kExited, WEXITSTATUS(status)};
}

std::string to_text(const Ending& ending, std::chrono::nanoseconds timeout) {
  const std::string status = std::to_string(ending.status);
  switch (ending.kind) {
    case Ending::Kind::kExited:
      return "exited with status " + status;
    case Ending::Kind::kKilled:
      return "was killed by signal " + status + " (" +
             strsignal(ending.status) + ")";
    case Ending::Kind::kTimedOut:
      return "did not end within " +
             logic::to_text(logic::Value(logic::rounded(
                 std::chrono::duration<double>(timeout).count()))) +
             " s and was killed";
    case Ending::Kind::kNotStarted:
      return std::string("could not be started: ") +
             std::strerror(ending.status);
  }
  return {};
}

}  // namespace spl::runner
