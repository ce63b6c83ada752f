#pragma once

#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"

namespace spl::runner {

/// Describes a build: "GCC 12.2.0, optimised, with assertions, with sanitizers
/// (address), flags -fPIE, -mavx2".
[[nodiscard]] std::string to_text(const workload::BuildFacts& build);

/// Returns whether spl-run built all programs that the relation compares: it is
/// left undecided where they differ. Others are refused.
[[nodiscard]] bool are_built_here(const logic::Relation& relation,
                                  const ProgramCatalogue& programs);

/// Returns the path of the performance's program or, if spl-run built it, "the
/// program of @v1".
[[nodiscard]] std::string program_name(const logic::Performance& one,
                                       const ProgramCatalogue& programs);

/// Returns "the program of @v1 (GCC 12.2.0, optimised) and ..." if the relation
/// compares programs that tell of different builds and its formula does not
/// allow it; else nothing. Named builds may differ.
[[nodiscard]] std::string unequal_builds(const SuiteFormula& formula,
                                         const logic::Relation& relation,
                                         const ProgramCatalogue& programs);

/// Throws ProgramError for unequal builds, but not of relations that are left
/// undecided for them.
void require_equal_builds(const Suite& suite, const ProgramCatalogue& programs);

/// Returns the differences of the named builds that relations compare: a
/// sentence for each two. Programs in folders of CMake differ by the variables
/// of these folders, too (build_configuration.hpp).
[[nodiscard]] std::vector<std::string> build_differences(
    const Suite& suite, const ProgramCatalogue& programs);

}  // namespace spl::runner
