#pragma once

#include "runner/formulas/suite.hpp"
#include "runner/measuring/run_cost.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// What is known before anything counts: what is measured together, how much
/// of it, and what failed already.
struct Pilot {
  Grouping grouping;  ///< With plans.
  RunCosts costs;
  /// For each group: failures, the time that the pilot took, and its runs where
  /// it is all that the budget holds.
  std::vector<GroupResult> results;
  /// For each group what its budget is too small for: a sentence, or empty.
  std::vector<std::string> shortages;
};

/// Makes short runs of what the formulas compare, and plans. Throws
/// ProgramError if a program cannot record a metric that is asked for.
[[nodiscard]] Pilot piloted(const Suite& suite,
                            const ProgramCatalogue& programs,
                            std::uint64_t seed,
                            const Surroundings& surroundings);

/// The paths of the programs; the catalogue outlives what is returned.
[[nodiscard]] ProgramOf program_of(const ProgramCatalogue& programs);

}  // namespace spl::runner
