#pragma once

#include "runner/formulas/suite.hpp"
#include "runner/measuring/run_cost.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/measuring/short_budget.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// The result of the runs that do not count: the groups and their plans, and
/// the performances that failed already.
struct Pilot {
  Grouping grouping;  ///< With plans.
  RunCosts costs;
  /// For each group: failures, the time of the pilot, and its runs if the
  /// budget holds no more.
  std::vector<GroupResult> results;
  std::vector<Shortage> shortages;  ///< One for each group.
};

/// Makes short runs of all performances that the formulas compare, and plans.
/// Throws ProgramError if a program cannot record a metric that is asked for.
[[nodiscard]] Pilot piloted(const Suite& suite,
                            const ProgramCatalogue& programs,
                            std::uint64_t seed,
                            const Surroundings& surroundings);

/// Returns the paths of the programs; the catalogue outlives the function.
[[nodiscard]] ProgramOf program_of(const ProgramCatalogue& programs);

}  // namespace spl::runner
