#pragma once

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Leaves relations undecided whose programs are built without optimisation
/// (Relation::unfit): what is slow there is not what is slow for users.
/// Relations of counts that optimisation hardly changes (allocations,
/// allocated-bytes, page-faults, peak-memory) and named builds, whose flags may
/// be what is compared, are decided, and all if the formula allows it.
void leave_unoptimised_open(Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
