#pragma once

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

}  // namespace spl::runner
