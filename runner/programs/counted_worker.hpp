#pragma once

#include <string>
#include <vector>

#include "runner/system/process.hpp"
#include "runner/tools/callgrind_dump.hpp"
#include "spl/workload/protocol.hpp"

/// Workers that Callgrind, a tool of Valgrind, executes and counts.
namespace spl::runner {

inline constexpr const char* kNoCounts =
    "was executed by Valgrind, which wrote no counts; does `valgrind "
    "--tool=callgrind true` work there?";

/// Returns whether Valgrind counts what is requested.
[[nodiscard]] bool is_counted(const workload::Request& request);

/// Returns the request that the worker gets: whichever counts are wanted, it
/// marks what is timed.
[[nodiscard]] workload::Request marked(workload::Request request);

/// Returns why nothing is counted with that PATH: "is counted by Valgrind,
/// which HOST does not have"; empty if Valgrind is there.
[[nodiscard]] std::string lack_of_valgrind(
    const std::vector<std::string>& environment);

/// Returns the beginning of the names of a request's dumps.
[[nodiscard]] std::string dumps_of(const workload::Request& request);

/// Has Callgrind execute a command, with these options, and count what is
/// requested. Returns why it cannot; empty if it can.
[[nodiscard]] std::string add_valgrind(const workload::Request& request,
                                       std::vector<std::string> options,
                                       Command& command);

/// Returns the dumps of a process in order, and removes them: `path` with a
/// number, and `path` for what came last. Throws FileError.
[[nodiscard]] std::vector<CallgrindDump> taken_dumps(
    const std::string& path, const std::string& profile = {});

/// Returns what all processes counted, whose dumps begin with `path`, and
/// removes these. Throws FileError.
[[nodiscard]] CallgrindDump sum_of_dumps(const std::string& path);

/// Returns why a process ended that Valgrind could not execute; else empty.
[[nodiscard]] std::string unknown_instruction(const Ending& ending);

/// Executes a worker under Callgrind, and replaces the observations of its
/// answer by the counts that are requested: per iteration, without what an
/// empty part takes. The profile of the last observation goes to that file, if
/// it has a name, in Callgrind's format with whole names.
[[nodiscard]] Ending execute_counted(const workload::Request& request,
                                     const std::string& profile,
                                     Command command, StopWatch& watch);

}  // namespace spl::runner
