#pragma once

#include <string>
#include <vector>

#include "runner/revisions/same_code.hpp"

namespace spl::runner {

/// A warning for each file that registers a workload, method, factory or
/// generator of both sides of a relation, but has another content at the one
/// revision than at the other: what is asked may not be the same. Files that
/// are overlaid are alike everywhere, and files outside of the repository are
/// today's. Relations that are not measured do not count.
[[nodiscard]] std::vector<std::string> changed_workloads(
    const Suite& suite, const ProgramCatalogue& programs,
    const SourcesOfRevisions& sources);

/// The file of a tree that a compiler named so in a build slot: by its place
/// there (build_slot.hpp), or by the end of a relative path; or null.
[[nodiscard]] const TreeFile* registering_file(const Tree& tree,
                                               const std::string& place);

}  // namespace spl::runner
