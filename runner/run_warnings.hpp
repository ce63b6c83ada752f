#pragma once

#include "runner/report.hpp"

namespace spl::runner {

/// Adds what is suspicious in the observations of single performances: runs
/// that drift, many observations that are much slower than the others, and
/// neighbours that are alike where `welch` decides, which assumes that they are
/// not.
void warn_of_runs(Report& report);

}  // namespace spl::runner
