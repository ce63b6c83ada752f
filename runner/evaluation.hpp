#pragma once

#include "runner/observations.hpp"
#include "runner/program_catalogue.hpp"
#include "runner/report.hpp"
#include "runner/suite.hpp"

namespace spl::runner {

/// Decides all formulas of a suite without errors on its observations, and adds
/// formulas, performances and warnings to the report, whose settings and
/// context it reads.
void evaluate(const Suite& suite, Observations observations, Report& report);

/// Adds what a reader must know of how the programs measured were built.
void warn_of_builds(const ProgramCatalogue& programs, Report& report);

/// Adds what a reader must know of a machine that disturbs much of what is
/// measured.
void warn_of_disturbances(Report& report);

}  // namespace spl::runner
