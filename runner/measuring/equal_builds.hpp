#pragma once

#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/system/warning.hpp"

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
