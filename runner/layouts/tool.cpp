#include "runner/layouts/tool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>

#include "runner/layouts/tool_guard.hpp"
#include "runner/system/search_path.hpp"

namespace spl::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// Groups or, if they have one, their guards.
enum class Kind { kGroup, kGuard };

/// A guard ends all there is before it ends.
void end_group(pid_t pid, Kind kind) {
  if (kind == Kind::kGuard) {
    kill(pid, SIGTERM);
  } else {
    kill(-pid, SIGKILL);
  }
}

/// The groups that are at work, so that another thread can end them.
class Groups {
 public:
  /// Starts one by `start`, which returns its process or a negative number.
  template <typename Start>
  pid_t add(Kind kind, const Start& start) {
    const std::lock_guard lock(mutex_);
    wait_if_ended();
    const pid_t pid = start();
    if (pid >= 0) groups_.emplace(pid, kind);
    return pid;
  }

  /// Before the group's leader is waited for, after which its number may be
  /// another's.
  void remove(pid_t pid) {
    const std::lock_guard lock(mutex_);
    wait_if_ended();
    end_group(pid, groups_.at(pid));
    groups_.erase(pid);
  }

  void end() noexcept {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (const auto& [pid, kind] : groups_) end_group(pid, kind);
    const auto end = Clock::now() + 2 * kPatienceAfterKill;
    for (const auto& [pid, kind] : groups_) (void)ends_before(pid, end);
  }

 private:
  void wait_if_ended() const {
    while (ended_) pause();
  }

  std::mutex mutex_;
  std::map<pid_t, Kind> groups_;
  bool ended_ = false;
};

Groups& groups() {
  static Groups all;
  return all;
}

/// The tool's words, after those of its guard if it has one.
std::vector<std::string> all_words(const ToolCommand& command) {
  if (command.guard.empty()) return command.words;
  std::vector<std::string> result{command.guard, kGuardTool,
                                  std::to_string(getpid())};
  result.insert(result.end(), command.words.begin(), command.words.end());
  return result;
}

/// The process, or -1 and the reason in `error`.
pid_t spawn(const ToolCommand& command, int& error) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, command.log.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  if (command.kept_descriptor >= 0) {  // Onto itself: no longer close-on-exec.
    posix_spawn_file_actions_adddup2(&actions, command.kept_descriptor,
                                     command.kept_descriptor);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes,
      static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                         POSIX_SPAWN_SETSIGDEF));
  const std::vector<std::string> words = all_words(command);
  pid_t pid = -1;
  error = posix_spawnp(&pid, words.front().c_str(), &actions, &attributes,
                       null_ended(words).data(),
                       null_ended(command.environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -1;
}

Ending ending(Ending::Kind kind, int status) {
  Ending result;
  result.kind = kind;
  result.status = status;
  return result;
}

}  // namespace

Ending run_tool(const ToolCommand& command) {
  const auto end = Clock::now() + command.timeout;
  int error = 0;
  // Looked for here, for a guard can only tell that in the log.
  if (!in_search_path(command.words.front(), command.environment) &&
      !command.guard.empty()) {
    return ending(Ending::Kind::kNotStarted, ENOENT);
  }
  const pid_t pid =
      groups().add(command.guard.empty() ? Kind::kGroup : Kind::kGuard,
                   [&] { return spawn(command, error); });
  if (pid < 0) return ending(Ending::Kind::kNotStarted, error);
  const bool in_time = ends_before(pid, end);
  groups().remove(pid);
  // A guard gives the tool some time.
  int status = 0;
  const bool has_ended =
      ends_before(pid, Clock::now() + kToolGrace + 2 * kPatienceAfterKill);
  while (has_ended && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) {
    Ending late = ending(Ending::Kind::kTimedOut, 0);
    if (!has_ended) {
      late.left = "process " + std::to_string(pid) +
                  ", which waits for what does not end";
    }
    return late;
  }
  if (WIFSIGNALED(status)) {
    return ending(Ending::Kind::kKilled, WTERMSIG(status));
  }
  return ending(Ending::Kind::kExited, WEXITSTATUS(status));
}

void end_tools() noexcept { groups().end(); }

}  // namespace spl::runner
