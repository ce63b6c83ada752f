#pragma once

#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Describes a build: "GCC 12.2.0, optimised, with assertions, with sanitizers
/// (address), flags -fPIE, -mavx2".
[[nodiscard]] std::string to_text(const workload::BuildFacts& build);

/// Throws ProgramError if a relation compares programs that are built
/// differently and its formula does not allow it. Named builds may differ.
void require_equal_builds(const Suite& suite, const ProgramCatalogue& programs);

/// Returns the differences of the named builds that relations compare: a
/// sentence for each two. Programs in folders of CMake differ by the variables
/// of these folders, too (build_configuration.hpp).
[[nodiscard]] std::vector<std::string> build_differences(
    const Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
