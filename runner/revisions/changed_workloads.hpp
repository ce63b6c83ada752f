#pragma once

#include <string>

#include "runner/revisions/same_code.hpp"
#include "runner/system/warning.hpp"

namespace spl::runner {

/// Returns a warning for each file that registers a workload, method, factory
/// or generator of both sides of a relation and has different contents at their
/// revisions: the sides may not be asked the same. Overlaid files are alike
/// everywhere, and files outside the repository are today's. Relations that are
/// not measured do not count.
[[nodiscard]] Warnings changed_workloads(const Suite& suite,
                                         const ProgramCatalogue& programs,
                                         const SourcesOfRevisions& sources);

/// Returns the file of a tree to which a compiler gave that name in a build
/// slot: by its place there (build_slot.hpp), or by the end of a relative path;
/// or null.
[[nodiscard]] const TreeFile* registering_file(const Tree& tree,
                                               const std::string& place);

}  // namespace spl::runner
