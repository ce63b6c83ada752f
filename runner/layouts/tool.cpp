#include "runner/layouts/tool.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iostream>
#include <map>
#include <mutex>
#include <system_error>

#include "runner/system/command_words.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/files.hpp"
#include "runner/system/new_file.hpp"
#include "runner/system/signal_watch.hpp"
#include "runner/system/spawn.hpp"

namespace spl::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// The kind of a process that is ended: a group's leader or a guard.
enum class Kind { kGroup, kGuard };

/// Ends a group. A guard ends all processes of the tool before it ends.
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
  /// Adds the process that a function starts, if it does.
  template <typename Start>
  Spawned add(Kind kind, const Start& start) {
    const std::lock_guard lock(mutex_);
    if (ended_) throw ProcessEnds();
    const Spawned leader = start();
    if (leader.pid >= 0) groups_.emplace(leader.pid, kind);
    return leader;
  }

  /// Ends a group and forgets it. Called before the group's leader is reaped,
  /// after which its number may be another's.
  void remove(pid_t pid) {
    const std::lock_guard lock(mutex_);
    if (ended_) throw ProcessEnds();
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
  std::mutex mutex_;
  std::map<pid_t, Kind> groups_;
  bool ended_ = false;
};

Groups& groups() {
  static Groups all;
  return all;
}

/// Returns the tool's words, after those of its guard if there is one.
std::vector<std::string> all_words(const ToolCommand& command) {
  if (command.guard.empty()) return command.words;
  std::vector<std::string> result{command.guard, kGuardTool,
                                  std::to_string(getpid())};
  result.insert(result.end(), command.words.begin(), command.words.end());
  return result;
}

/// Keeps room for what a tool says of a full disk.
void reserve(const Descriptor& log) {
  constexpr off_t kRoom = 4096;
  struct stat facts {};
  if (fstat(log.number(), &facts) != 0) return;
  (void)fallocate(log.number(), FALLOC_FL_KEEP_SIZE, facts.st_size, kRoom);
}

/// Starts the tool, with its log as its output.
Spawned start(const ToolCommand& command) {
  const Descriptor log(open_to_append(command.log));
  if (log.number() < 0) return {-1, errno};
  reserve(log);
  SpawnOptions options;
  options.output = log.number();
  options.errors = log.number();
  options.search_path = true;
  options.resets_signals = true;
  options.folder = command.folder;
  if (command.kept_descriptor >= 0) {
    options.kept = {command.kept_descriptor, command.kept_descriptor};
  }
  return spawn(all_words(command), command.environment, options);
}

constexpr std::uintmax_t kMostLog = std::uintmax_t{64} << 20;

bool is_too_long(const std::filesystem::path& log) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(log, error);
  return !error && size > kMostLog;
}

/// Leaves the beginning of a log, and why the tool has ended.
void cut_off(const std::filesystem::path& log) {
  const Descriptor file(open_to_append(log));
  if (file.number() < 0 || ftruncate(file.number(), kMostLog) != 0) return;
  (void)write_all(
      file.number(),
      "\nspl-run: error: it was ended, for it has printed more than "
      "64 MiB\n");
}

/// The end of the wait for a tool.
enum class Wait { kEnded, kTime, kLog };

/// Looks at the log from time to time: a tool that repeats a message would fill
/// the disk.
Wait wait_for(pid_t pid, const ToolCommand& command) {
  constexpr std::chrono::milliseconds kInterval(200);
  const auto end = Clock::now() + command.timeout;
  for (auto now = Clock::now(); !is_too_long(command.log); now = Clock::now()) {
    if (ends_before(pid, std::min(end, now + kInterval))) {
      return is_too_long(command.log) ? Wait::kLog : Wait::kEnded;
    }
    if (now >= end) return Wait::kTime;
  }
  return Wait::kLog;
}

Ending ending(Ending::Kind kind, int status) {
  Ending result;
  result.kind = kind;
  result.status = status;
  return result;
}

}  // namespace

Ending run_tool(const ToolCommand& command) {
  // A guard could report a missing tool only in the log.
  if (!in_search_path(command.words.front(), command.environment) &&
      !command.guard.empty()) {
    return ending(Ending::Kind::kNotStarted, ENOENT);
  }
  const auto [pid, error] =
      groups().add(command.guard.empty() ? Kind::kGroup : Kind::kGuard,
                   [&] { return start(command); });
  if (pid < 0) return ending(Ending::Kind::kNotStarted, error);
  const Wait wait = wait_for(pid, command);
  groups().remove(pid);
  // The guard gives the tool some time.
  const bool has_ended =
      ends_before(pid, Clock::now() + kToolGrace + 2 * kPatienceAfterKill);
  const int status = has_ended ? reap(pid) : 0;
  if (wait == Wait::kLog) {
    cut_off(command.log);
    return ending(Ending::Kind::kExited, 1);
  }
  if (wait == Wait::kTime) {
    Ending late = ending(Ending::Kind::kTimedOut, 0);
    if (!has_ended) {
      late.left = "process " + std::to_string(pid) +
                  ", which waits for what does not end";
    }
    return late;
  }
  return ending_of(status);
}

void end_tools() noexcept { groups().end(); }

namespace {

constexpr int kNotFound = 127;  // As shells have it.

}  // namespace

int guard_tool(pid_t runner, const std::vector<std::string>& words) {
  adopt_orphans();
  StopWatch watch(runner);
  stop_with_parent();
  if (getppid() != runner) return 1;
  Command command;
  command.words = words;
  command.environment = own_environment();
  command.search_path = true;
  command.inherits_output = true;
  // Compilers remove their temporary files when they are asked to end.
  command.grace = kToolGrace;
  command.shares_grace = true;
  const Ending ending = execute(command, &watch);
  if (!ending.left.empty()) {
    std::cout << words.front() << " left " << ending.left << '\n';
  }
  switch (ending.kind) {
    case Ending::Kind::kExited:
      return ending.status;
    case Ending::Kind::kNotStarted:
      std::cout << words.front() << ' ' << to_text(ending, {}) << '\n';
      return kNotFound;
    default:
      prctl(PR_SET_DUMPABLE, 0);  // If anything leaves a core, the tool did.
      return end_by(ending.status);
  }
}

}  // namespace spl::runner
