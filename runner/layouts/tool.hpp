#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/system/process.hpp"

namespace spl::runner {

/// A program of a build - a compiler, CMake, Ninja - with its arguments.
struct ToolCommand {
  std::vector<std::string> words;        ///< The first is searched in PATH.
  std::filesystem::path folder;          ///< Where it works.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  std::filesystem::path log;             ///< Gets what it prints, at its end.
  std::chrono::nanoseconds timeout{};
  /// A descriptor that the tool and all that it starts keep open, to hold a
  /// lock as long as any of them lives; -1 for none.
  int kept_descriptor = -1;
  /// The path of spl-run as the tool's guard (tool_guard.hpp): nothing that the
  /// tool started outlives the tool or this process by more than it takes to
  /// tidy up; empty: no guard.
  std::string guard = {};
};

/// Executes the tool in a process group of its own, which ends with the tool,
/// or when its log has more than 64 MiB, which counts as a failure and is cut
/// off. With a guard, processes that have left the group end, too. Several
/// threads may call this at once. The ending has no output, which is in the
/// log.
[[nodiscard]] Ending run_tool(const ToolCommand& command);

/// Ends all tools, in any thread. From then on run_tool throws ProcessEnds, so
/// that nothing new is started before this process ends.
void end_tools() noexcept;

// spl-run as the guard of a tool of a build: a process between the two that
// outlives a runner that was killed just long enough to end the tool and all
// that it started.

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
