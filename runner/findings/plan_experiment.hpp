#pragma once

#include <cstdint>

#include "runner/findings/planning.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Makes ten blocks of runs as they are planned, or as many as are. They are no
/// experiment: nothing is decided on them.
[[nodiscard]] Planning plan_experiment(const Suite& suite,
                                       const ProgramCatalogue& programs,
                                       std::uint64_t seed,
                                       const Surroundings& surroundings);

}  // namespace spl::runner
