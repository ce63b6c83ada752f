#include "runner/system/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

#include "runner/system/descriptor.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/processors.hpp"
#include "spl/workload/limit_text.hpp"

namespace spl::runner {
namespace {

/// Returns texts as execve takes them: pointers into the texts, then a null.
std::vector<char*> null_ended(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) {
    result.push_back(const_cast<char*>(text.c_str()));
  }
  result.push_back(nullptr);
  return result;
}

bool take_streams(const SpawnOptions& options) {
  const char* input =
      options.input.empty() ? "/dev/null" : options.input.c_str();
  const int opened = open(input, O_RDONLY | O_CLOEXEC);
  return opened >= 0 && dup2(opened, STDIN_FILENO) >= 0 &&
         dup2(options.output, STDOUT_FILENO) >= 0 &&
         dup2(options.errors, STDERR_FILENO) >= 0;
}

/// Keeps a descriptor open for the program that this child becomes.
bool keep(const KeptDescriptor& kept) {
  if (kept.own == kept.its) return fcntl(kept.own, F_SETFD, 0) == 0;
  return dup2(kept.own, kept.its) >= 0;
}

void reset_signals(bool all) {
  ::signal(SIGXFSZ, SIG_DFL);  // Ignored here.
  for (int one = 1; all && one < NSIG; ++one) ::signal(one, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Makes a child its program. The child may share the memory of its parent,
/// which waits: so nothing here takes memory or a lock. Returns, with errno, if
/// it fails.
void become(char* const* words, char* const* environment,
            const SpawnOptions& options, const AtProcessor& begin) {
  if (options.leads_session) {
    setsid();
  } else {
    setpgid(0, 0);
  }
  if (!take_streams(options)) return;
  if (options.folder && chdir(options.folder->c_str()) != 0) return;
  if (options.kept && !keep(*options.kept)) return;
  begin.leave();
  reset_signals(options.resets_signals);
  const bool is_path = std::strchr(words[0], '/') != nullptr;
  const auto become_program =
      options.search_path && !is_path ? execvpe : execve;
  become_program(words[0], words, environment);
}

}  // namespace

Spawned spawn(const std::vector<std::string>& words,
              const std::vector<std::string>& environment,
              const SpawnOptions& options) {
  const std::vector<char*> word_pointers = null_ended(words);
  const std::vector<char*> variables = null_ended(environment);
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return {-1, errno};
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  if (options.kept && options.kept->its == writing.number()) {
    // The child gives this number to what it keeps.
    writing.reset(fcntl(ends[1], F_DUPFD_CLOEXEC, ends[1] + 1));
  }
  pid_t pid = -1;
  {
    const AtProcessor begin(options.processor);
    pid = options.is_copied ? fork() : vfork();
    if (pid == 0) {
      become(word_pointers.data(), variables.data(), options, begin);
      const int error = errno;
      (void)!write(writing.number(), &error, sizeof error);
      _exit(1);
    }
    if (pid < 0) return {-1, errno};
  }
  writing.reset(-1);
  int error = 0;  // Of the child, which is a fork with thread sanitizers.
  while (read(reading.number(), &error, sizeof error) < 0 && errno == EINTR) {
  }
  if (error == 0) return {pid, 0};
  reap(pid);
  return {-1, error};
}

int reap(pid_t child, rusage* used) {
  int status = 0;
  pid_t ended = -1;
  do {
    ended = wait4(child, &status, 0, used);
  } while (ended < 0 && errno == EINTR);
  // How it ended is not known: not well, then.
  constexpr int kUnknown = 255;
  return ended < 0 ? W_EXITCODE(kUnknown, 0) : status;
}

Ending ending_of(int wait_status) {
  Ending ending;
  const bool is_killed = WIFSIGNALED(wait_status);
  ending.kind = is_killed ? Ending::Kind::kKilled : Ending::Kind::kExited;
  ending.status = is_killed ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
  return ending;
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
      return "did not end within " + seconds_text(timeout) +
             (ending.left.empty() ? std::string(" and was killed")
                                  : "; " + ending.left + ", was left");
    case Ending::Kind::kNotStarted:
      return "could not be started: " + workload::limit_text(ending.status);
  }
  return {};
}

}  // namespace spl::runner
