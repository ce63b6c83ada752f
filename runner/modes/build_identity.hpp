#pragma once

#include "runner/programs/program_catalogue.hpp"
#include "runner/store/experiment.hpp"

namespace spl::runner {

/// Returns the identity of a program by which its runs are found again: by what
/// is executed, the libraries that were built with it included. Absolute paths
/// do not count.
[[nodiscard]] BuildIdentity build_identity(
    const ProgramCatalogue::Program& program);

}  // namespace spl::runner
