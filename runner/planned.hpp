#pragma once

#include <cstdint>

#include "runner/planning.hpp"
#include "runner/program_catalogue.hpp"
#include "runner/schedule.hpp"
#include "runner/suite.hpp"

namespace spl::runner {

/// Makes ten blocks of runs as they are planned, or as many as are. They are no
/// experiment: nothing is decided on them.
[[nodiscard]] Planning planned(const Suite& suite,
                               const ProgramCatalogue& programs,
                               std::uint64_t seed,
                               const Surroundings& surroundings);

}  // namespace spl::runner
