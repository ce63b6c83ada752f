#include "runner/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// A descriptor that is closed at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// What posix_spawn needs, released at the end of the scope.
class SpawnSetup {
 public:
  explicit SpawnSetup(int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
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

/// Takes what there is to read, and keeps the end of it; false if no more will
/// come.
bool read_available(int pipe, std::string& kept) {
  std::array<char, 65536> part{};
  while (true) {
    const ssize_t size = read(pipe, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return size < 0 && errno == EAGAIN;
    kept.append(part.data(), static_cast<std::size_t>(size));
    if (kept.size() > kOutputKept) kept.erase(0, kept.size() - kOutputKept);
    if (static_cast<std::size_t>(size) < part.size()) return true;
  }
}

/// Whether the child has ended, without reaping it: its number stays its own
/// until the group has been killed.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info,
                WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

/// Waits until the child ends or the time is over, and reads what it prints;
/// false if the time is over.
bool wait_until(pid_t pid, Clock::time_point end, int pipe,
                std::string& output) {
  const Descriptor child(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  // Kernels without pidfd_open are asked every millisecond.
  constexpr long kLongest = 1'000'000;
  const long most = child.number() >= 0 ? kLongest : 1;
  bool open = true;
  while (!has_ended(pid)) {
    const auto left = end - Clock::now();
    if (left <= Clock::duration::zero()) return false;
    const long whole =
        std::chrono::ceil<std::chrono::milliseconds>(left).count();
    pollfd ready[] = {{child.number(), POLLIN, 0},
                      {open ? pipe : -1, POLLIN, 0}};
    poll(ready, std::size(ready), static_cast<int>(std::min(whole, most)));
    if (ready[1].revents != 0) open = read_available(pipe, output);
  }
  return true;
}

}  // namespace

Ending execute(const Command& command) {
  const auto start = Clock::now();
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {Ending::Kind::kNotStarted, errno, {}, ""};
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  fcntl(reading.number(), F_SETFL, O_NONBLOCK);
  SpawnSetup setup(writing.number());
  pid_t pid = -1;
  if (const int error = setup.spawn(pid, command)) {
    return {Ending::Kind::kNotStarted, error, {}, ""};
  }
  writing.reset();
  Ending ending;
  const bool in_time =
      wait_until(pid, start + command.timeout, reading.number(), ending.output);
  ending.duration = Clock::now() - start;
  kill(-pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  end_children();
  read_available(reading.number(), ending.output);
  if (!in_time) {
    ending.kind = Ending::Kind::kTimedOut;
  } else if (WIFSIGNALED(status)) {
    ending.kind = Ending::Kind::kKilled;
    ending.status = WTERMSIG(status);
  } else {
    ending.status = WEXITSTATUS(status);
  }
  return ending;
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_children() {
  const std::string self = std::to_string(getpid());
  const std::string path = "/proc/self/task/" + self + "/children";
  while (true) {
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4096> text{};
    const ssize_t size = read(file.number(), text.data(), text.size() - 1);
    if (size <= 0) return;
    for (char* at = text.data(); *at != '\0';) {
      const auto child = static_cast<pid_t>(std::strtol(at, &at, 10));
      if (*at == ' ') ++at;
      if (child <= 0) return;
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
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
