#pragma once

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/system/warning.hpp"

namespace spl::runner {

/// Leaves relations undecided (Relation::unfit) whose programs are built
/// without optimisation, for what is slow there is not what is slow for users,
/// and those of revisions that compiled a common source with other flags, or
/// whose programs tell of other flags. Relations of counts that flags hardly
/// change (allocations, allocated-bytes, page-faults, peak-memory) are decided,
/// and so are those of named builds, whose flags may be what is compared, and
/// all if the formula allows it.
void leave_unoptimised_open(Suite& suite, const ProgramCatalogue& programs);

/// Says of which programs that would be checked so nobody knows how all of them
/// was compiled.
[[nodiscard]] Warnings unknown_builds(const Suite& suite,
                                      const ProgramCatalogue& programs);

}  // namespace spl::runner
