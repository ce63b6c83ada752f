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

/// Throws ProgramError if a formula is about other programs than those of SPL,
/// which alone have profiles of what they time.
void require_workloads(const Suite& suite, const ProgramCatalogue& programs);

/// Throws ProgramError if the formula asks for a metric that no program has on
/// this machine, as `own`, any program of SPL, says.
void require_metrics_of_machine(const SuiteFormula& formula,
                                ProgramCatalogue::Program own);

/// Returns a warning if a counter is named much like a metric of SPL; else
/// nothing. Only programs show whether they have it.
[[nodiscard]] std::string doubt_of_counter(const std::string& name);

}  // namespace spl::runner
