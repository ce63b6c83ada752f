#pragma once

#include <vector>

#include "runner/program_catalogue.hpp"
#include "runner/settings.hpp"
#include "runner/suite.hpp"

/// Which metrics are asked for, and whether they can be had.
namespace spl::runner {

/// The one that decides, and those recorded beside it.
[[nodiscard]] std::vector<workload::Metric> metrics(const Settings& settings);

/// Throws ProgramError if a program cannot record what a formula about it asks
/// for.
void require_metrics(const Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
