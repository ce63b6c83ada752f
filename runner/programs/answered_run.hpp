#pragma once

#include <string>

#include "spl/workload/protocol.hpp"

/// What a program may answer to a request for a run. The answer was read, but
/// anybody may have written it.
namespace spl::runner {

/// Every value that is observed has a smaller magnitude, so that sums of
/// squares are finite.
inline constexpr double kLargestObservation = 1e140;

/// Who chose how many observations there are, and of how many iterations.
enum class RunLength { kAsRequested, kUpToProgram };

/// Returns why an answer does not fit the request, as a sentence that continues
/// "PERFORMANCE ..."; empty if it fits. An answer with a failure always fits.
/// A program may decide to make fewer observations than were requested, but not
/// none and not more.
[[nodiscard]] std::string misfit_of(const workload::RunAnswer& answer,
                                    const workload::Request& request,
                                    RunLength length);

}  // namespace spl::runner
