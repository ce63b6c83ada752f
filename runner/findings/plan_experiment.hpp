#pragma once

#include <cstdint>

#include "runner/findings/planning.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Plans the experiment by making ten of its blocks, or all if they are fewer.
/// Nothing is decided on them.
[[nodiscard]] Planning plan_experiment(const Suite& suite,
                                       const ProgramCatalogue& programs,
                                       std::uint64_t seed,
                                       const Surroundings& surroundings);

}  // namespace spl::runner
