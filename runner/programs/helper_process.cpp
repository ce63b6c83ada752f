#include "runner/programs/helper_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>

#include "runner/programs/block_helper.hpp"
#include "runner/programs/block_protocol.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

/// It prints nothing but notices, which go to standard error.
int spawn(pid_t& pid, const std::string& program, int channel) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channel, kHelperChannel);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  const std::vector<std::string> words{program, kServeBlocks,
                                       std::to_string(getpid())};
  const int error = posix_spawn(&pid, program.c_str(), &actions, &attributes,
                                null_ended(words).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Of a process, as /proc has it: 'R', 'S', 'T' ...; ' ' where it has none.
char state_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string facts{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = facts.rfind(") ");
  return name_end == std::string::npos ? ' ' : facts[name_end + 2];
}

/// Notices that a process does not get on, from one look each second.
class Patience {
 public:
  /// What it does in the fifth look in turn; empty before.
  std::string look(pid_t pid) {
    const char state = state_of(pid);
    const bool is_stopped = state == 'T' || state == 't';
    looks_ = is_stopped || state == 'D' ? looks_ + 1 : 0;
    constexpr int kMost = 5;
    if (looks_ < kMost) return {};
    return is_stopped
               ? "was stopped, did not go on for 5 s, and was ended"
               : "waited for a device or a folder that does not answer for 5 s";
  }

 private:
  int looks_ = 0;
};

}  // namespace

HelperProcess::HelperProcess(std::filesystem::path program)
    : program_(std::move(program)) {}

HelperProcess::~HelperProcess() { (void)stop(); }

std::string HelperProcess::start() {
  int ends[2] = {-1, -1};
  int error = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    error = errno;
  } else {
    pid_t pid = 0;
    error = spawn(pid, program_, ends[1]);
    pid_ = pid;
    close(ends[1]);
    channel_.reset(ends[0]);
  }
  if (error == 0) {
    spare_child(pid_);
    return {};
  }
  channel_.reset(-1);
  pid_ = 0;
  return "cannot start " + program_.string() +
         ", which executes what is measured: " + limit_text(error);
}

std::string HelperProcess::exchange(const std::string& request) {
  const int channel = channel_.number();
  if (!send_text(channel, request)) return {};
  std::string answer;
  std::array<char, 4096> part{};
  Patience patience;
  while (!is_whole(answer)) {
    constexpr int kLook = 1000;
    pollfd ready{channel, POLLIN, 0};
    const pid_t pid = pid_;
    if (poll(&ready, 1, kLook) == 0) {
      if (pid != 0) stuck_ = patience.look(pid);
      if (!stuck_.empty()) return {};
      continue;
    }
    const ssize_t size = recv(channel, part.data(), part.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return {};
    answer.append(part.data(), static_cast<std::size_t>(size));
  }
  return answer;
}

std::string HelperProcess::stop() noexcept {
  if (!is_running()) return {};
  // It gives a launcher five seconds, and what it kills twice two.
  constexpr std::chrono::seconds kPatience(10);
  const pid_t pid = pid_;
  // Asked to end, it would take its folder with it, which others need.
  kill(pid, stuck_.empty() ? SIGTERM : SIGKILL);
  kill(pid, SIGCONT);
  const auto now = std::chrono::steady_clock::now();
  int status = 0;
  bool has_ended = ends_before(pid, now + kPatience);
  if (!has_ended) {
    kill(pid, SIGKILL);
    has_ended = ends_before(pid, now + kPatience + kPatienceAfterKill);
  }
  while (has_ended && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  spare_child(0);
  if (!stuck_.empty()) return std::exchange(stuck_, {});
  Ending ending;
  if (WIFSIGNALED(status)) {
    ending.kind = Ending::Kind::kKilled;
    ending.status = WTERMSIG(status);
  } else {
    ending.status = WEXITSTATUS(status);
  }
  return to_text(ending, {});
}

}  // namespace spl::runner
