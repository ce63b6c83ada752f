#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "runner/settings/command_recipe.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {

/// Returns how a process of a command ended, for a sentence that continues "it
/// ...": with the remedy, and without what it printed.
[[nodiscard]] std::string end_text(const Ending& ending,
                                   const std::vector<std::string>& words,
                                   std::chrono::nanoseconds timeout);

/// Returns the command that executes these words of a run where the run works.
/// `like` has the environment.
[[nodiscard]] Command command_of(const std::vector<std::string>& words,
                                 const CommandRun& run, const Command& like);

/// Executes the setup of a command before its first run and its cleanup after
/// its last one, each once.
class CommandHooks {
 public:
  /// Executes the setup of the run, unless an equal one was executed. `like`
  /// has the environment and the timeout. Returns the ending of a setup that
  /// failed, or one with status 0.
  Ending begin(const CommandRun& run, const Command& like, StopWatch& watch);

  /// Executes all cleanups, the last first. Returns a sentence for each that
  /// failed.
  std::vector<std::string> end();

 private:
  struct Cleanup {
    Command command;
    std::vector<std::string> words;
  };
  std::set<std::string> begun_;
  std::vector<Cleanup> cleanups_;
};

}  // namespace spl::runner
