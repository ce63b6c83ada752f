#include "runner/layouts/tool_guard.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <iostream>

#include "runner/system/process.hpp"

namespace spl::runner {
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
