#include "runner/system/ending.hpp"

#include <sys/wait.h>

#include <cstring>

#include "runner/system/number_text.hpp"
#include "spl/workload/limit_text.hpp"

namespace spl::runner {

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
