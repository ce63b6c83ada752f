#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/settings/command_recipe.hpp"
#include "runner/system/process.hpp"
#include "runner/tools/translator.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {

/// Executes a command once for each observation of a request, one process after
/// the other, and writes the answer. An observation is the time from the spawn
/// of the process to its end, its processor time, the peak of its memory or, of
/// a counter, what it prints behind the counter's name; it has one iteration.
/// Each command that `like` starts has its environment and its timeout, unless
/// the run has another. Returns an ending of the whole run: its duration, and
/// what a process printed that failed. Without an answer, the watch ended it.
[[nodiscard]] Ending execute_command(const CommandRun& run,
                                     const ForeignRequest& request,
                                     const Command& like, StopWatch& watch);

/// Writes the answer of a run that was not begun, since its setup ended so.
/// Returns an ending with what the setup printed.
[[nodiscard]] Ending refuse_command(const CommandRun& run,
                                    const workload::Request& request,
                                    const Ending& setup,
                                    std::chrono::nanoseconds timeout);

/// Executes a program of another framework for a request, and writes the answer
/// to it in its stead; the command is of one of SPL. What was spoiled is
/// executed again, a few times at most, and then fails. No answer means that
/// the program ended early, as it does for one of SPL: its ending says how, and
/// status 2 refuses the version of the request.
[[nodiscard]] Ending execute_foreign(const Translator& translator,
                                     const ForeignRequest& request,
                                     Command command, StopWatch& watch);

/// The numbers that a process prints behind names: of "NAME NUMBER", "NAME:
/// NUMBER" and "NAME = NUMBER" at the start of a line, if the line or a blank
/// ends the number. Other lines, and all but the start of a long line, are
/// passed over.
class PrintedNumbers {
 public:
  explicit PrintedNumbers(std::vector<std::string> names);

  /// Reads a part of the output.
  void read(std::string_view part);

  /// Returns the number of the last line that has one, which is not negative;
  /// nothing if none has. Reads the begun line as a whole one.
  [[nodiscard]] std::optional<double> value(const std::string& name);

 private:
  void end_line();

  std::vector<std::string> names_;
  std::map<std::string, double> values_;
  std::string line_;
};

}  // namespace spl::runner
