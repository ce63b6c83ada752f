#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

/// spl-run as the guard of a tool of a build: a process between the two that
/// outlives a runner that was killed just long enough to end the tool and all
/// that it started.
namespace spl::runner {

inline constexpr const char* kGuardTool = "--guard-tool";

/// How long a tool that is asked to end may take to tidy up.
inline constexpr std::chrono::seconds kToolGrace(2);

/// Executes the words, of which the first is searched in PATH, and ends as the
/// tool ends. When the runner (its process id) has gone or SIGTERM comes, sends
/// SIGTERM to all that was started, so that it can tidy up, and kills it
/// kToolGrace later. When the tool has ended, kills all that it left. Prints
/// what cannot be killed. Returns an exit status.
[[nodiscard]] int guard_tool(pid_t runner,
                             const std::vector<std::string>& words);

}  // namespace spl::runner
