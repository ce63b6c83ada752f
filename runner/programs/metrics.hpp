#pragma once

#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/settings.hpp"

/// The metrics that are asked for, and whether programs can record them.
namespace spl::runner {

/// Returns the metric that decides, then those recorded in the same runs.
[[nodiscard]] std::vector<MeasuredMetric> metrics(const Settings& settings);

/// Throws ProgramError if a program cannot record what a formula about it asks
/// for.
void require_metrics(const Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
