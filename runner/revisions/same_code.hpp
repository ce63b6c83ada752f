#pragma once

#include <map>
#include <string>
#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/git/repository.hpp"
#include "runner/programs/program_catalogue.hpp"

/// The same code under two names of revisions.
namespace spl::runner {

/// The sources that a revision was built from.
struct BuiltSources {
  Revision revision;
  /// The commit whose files these are, apart from the overlay: that of the
  /// revision, or HEAD of a clean working tree; else empty.
  std::string commit;
  Tree tree;  ///< With the overlay.
};

/// Sources by Performance::revision, also of revisions that failed to build.
using SourcesOfRevisions = std::map<std::string, BuiltSources>;

/// Returns the name of a revision in messages: `the working tree`, `v1`.
[[nodiscard]] std::string revision_name(const std::string& name,
                                        const SourcesOfRevisions& sources);

/// Merges performances that differ only in the names of their revisions, if
/// both are built from the same files, or their programs are equal and no file
/// differs that these may read as they run, in relations of formulas that do
/// not set `measure-identical`. Named builds are in no sources; only their
/// programs are compared. Relation::identity says why. A relation that is then
/// about nothing, or about a multiple of one time, is decided without
/// measuring, for times are above 0. Performances that cannot be measured stay
/// as they are. Returns a warning for each two names of the same files, for
/// such a relation never fails, and for each two with equal programs and other
/// data.
[[nodiscard]] std::vector<std::string> merge_same_code(
    Suite& suite, const ProgramCatalogue& programs,
    const SourcesOfRevisions& sources);

/// Returns the files that differ, also those that one of the two trees lacks.
[[nodiscard]] std::vector<std::string> differing_files(const Tree& one,
                                                       const Tree& other);

/// Lists at least one file: "a.cpp", "a.cpp and b.cpp", "a.cpp, b.cpp, c.cpp
/// and 4 more".
[[nodiscard]] std::string files_text(const std::vector<std::string>& files);

}  // namespace spl::runner
