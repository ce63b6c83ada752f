#pragma once

#include <string>
#include <vector>

#include "runner/system/process.hpp"
#include "spl/workload/protocol.hpp"

/// Workers that Callgrind, a tool of Valgrind, executes and counts.
namespace spl::runner {

/// Returns whether Valgrind counts what is requested.
[[nodiscard]] bool is_counted(const workload::Request& request);

/// Returns the request that the worker gets: whichever counts are wanted, it
/// marks what is timed.
[[nodiscard]] workload::Request marked(workload::Request request);

/// Returns why nothing is counted with that PATH: "is counted by Valgrind,
/// which HOST does not have"; empty if Valgrind is there.
[[nodiscard]] std::string lack_of_valgrind(
    const std::vector<std::string>& environment);

/// Executes a worker under Callgrind, and replaces the observations of its
/// answer by the counts that are requested: per iteration, without what an
/// empty part takes. The profile of the last observation goes to that file, if
/// it has a name, in Callgrind's format with whole names.
[[nodiscard]] Ending execute_counted(const workload::Request& request,
                                     const std::string& profile,
                                     Command command, StopWatch& watch);

}  // namespace spl::runner
