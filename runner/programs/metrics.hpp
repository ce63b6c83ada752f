#pragma once

#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/settings.hpp"

/// Which metrics are asked for, and whether they can be had.
namespace spl::runner {

/// The one that decides, and those recorded beside it.
[[nodiscard]] std::vector<workload::Metric> metrics(const Settings& settings);

/// Throws ProgramError if a program cannot record what a formula about it asks
/// for.
void require_metrics(const Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
