#pragma once

#include <string>

#include "runner/system/process.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {

/// Executes a worker under Valgrind without a tool, where its allocations are
/// to be counted. Valgrind's log, with the calls that lead to each of them,
/// goes to that file; the answer is the worker's own.
[[nodiscard]] Ending execute_logged(const workload::Request& request,
                                    const std::string& log, Command command,
                                    StopWatch& watch);

}  // namespace spl::runner
