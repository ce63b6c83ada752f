#pragma once

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
  std::filesystem::path log;             ///< What it prints is added to this.
  std::chrono::nanoseconds timeout{};
  /// A descriptor that it and what it starts keep open, to hold a lock as long
  /// as any of them lives; -1 for none.
  int kept_descriptor = -1;
  /// spl-run, which is then put between as a guard (tool_guard.hpp), so that
  /// nothing of the tool outlives this process or its own end by more than it
  /// takes to tidy up; empty: none.
  std::string guard = {};
};

/// Executes it in a process group of its own, which ends with it; what has left
/// that group ends too where it has a guard. Several
/// threads may do so at once. The ending has no output: that is in the log.
[[nodiscard]] Ending run_tool(const ToolCommand& command);

/// Ends what run_tool executes in any thread; none returns afterwards, so that
/// nothing new is started before this process ends.
void end_tools() noexcept;

}  // namespace spl::runner
