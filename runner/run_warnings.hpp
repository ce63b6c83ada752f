#pragma once

#include "runner/program_catalogue.hpp"
#include "runner/report.hpp"

/// What spoils measurements, for a report of what was measured.
namespace spl::runner {

/// Adds what a reader must know of how the programs measured were built.
void warn_of_builds(const ProgramCatalogue& programs, Report& report);

/// Adds what a reader must know of a machine that disturbs much of what is
/// measured.
void warn_of_disturbances(Report& report);

/// Adds what is suspicious in the observations of single performances: runs
/// that drift, many observations that are much slower than the others, and
/// neighbours that are alike where `welch` decides, which assumes that they are
/// not.
void warn_of_runs(Report& report);

}  // namespace spl::runner
