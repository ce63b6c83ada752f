#include "runner/programs/process_launcher.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>

#include "runner/programs/block_helper.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/process.hpp"
#include "runner/system/spawn.hpp"

namespace spl::runner {
namespace {

/// Starts the helper, which prints nothing but notices, to standard error.
Spawned start_helper(const std::string& program, int channel) {
  SpawnOptions options;
  options.output = STDERR_FILENO;
  options.leads_session = true;
  options.kept = {channel, kHelperChannel};
  return spawn({program, kServeBlocks, std::to_string(getpid())},
               own_environment(), options);
}

/// Returns the state of a process in /proc: 'R', 'S', 'T' ...; ' ' if there is
/// no such process.
char state_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string facts{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = facts.rfind(") ");
  return name_end == std::string::npos ? ' ' : facts[name_end + 2];
}

/// Notices, by one look each second, that a process makes no progress.
class Patience {
 public:
  /// Returns what holds the process up, at the fifth such look in turn; else
  /// empty.
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
    const Spawned helper = start_helper(program_, ends[1]);
    pid_ = helper.pid;
    error = helper.error;
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
    const int count = poll(&ready, 1, kLook);
    if (count < 0 && errno != EINTR) return {};
    if (count < 0) continue;
    if (count == 0) {
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
  // The helper gives a launcher five seconds, and killed processes twice two.
  constexpr std::chrono::seconds kPatience(10);
  const pid_t pid = pid_;
  // Ending on request, it would remove its folder, which others need.
  kill(pid, stuck_.empty() ? SIGTERM : SIGKILL);
  kill(pid, SIGCONT);
  const auto now = std::chrono::steady_clock::now();
  bool has_ended = ends_before(pid, now + kPatience);
  if (!has_ended) {
    kill(pid, SIGKILL);
    has_ended = ends_before(pid, now + kPatience + kPatienceAfterKill);
  }
  const int status = has_ended ? reap(pid) : 0;
  pid_ = 0;
  spare_child(0);
  if (!stuck_.empty()) return std::exchange(stuck_, {});
  return to_text(ending_of(status), {});
}

}  // namespace spl::runner
