#pragma once

#include "runner/system/process.hpp"
#include "runner/tools/translator.hpp"
#include "spl/workload/protocol.hpp"

namespace spl::runner {

/// Executes a program of another framework for a request, and writes the answer
/// to it in its stead; the command is of one of SPL. What was spoiled is
/// executed again, a few times at most, and then fails. No answer means that
/// the program ended early, as it does for one of SPL: its ending says how, and
/// status 2 refuses the version of the request.
[[nodiscard]] Ending execute_foreign(const Translator& translator,
                                     const ForeignRequest& request,
                                     Command command, StopWatch& watch);

}  // namespace spl::runner
