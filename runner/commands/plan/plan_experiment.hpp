#pragma once

#include <cstdint>

#include "runner/commands/plan/planning.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/measuring/pilot.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Plans the experiment by making ten of its blocks, or two of each of more
/// fixed layouts, or all if they are fewer. Nothing is decided on them.
[[nodiscard]] Planning plan_experiment(const Suite& suite,
                                       const ProgramCatalogue& programs,
                                       std::uint64_t seed,
                                       const Surroundings& surroundings);

/// Lists what the blocks of a pilot say of all relations and performances.
/// Fixed layouts are of that kind.
[[nodiscard]] Planning planned(const Suite& suite, const Pilot& pilot,
                               LayoutUnit unit);

/// Plans the experiment that the settings ask for by the blocks of a report,
/// without measuring: each relation in blocks of its own, which take no time
/// for links, and in the fixed layouts that its blocks have.
[[nodiscard]] Planning plan_by_report(const Suite& suite,
                                      const GivenObservations& given);

}  // namespace spl::runner
