#pragma once

#include <string>
#include <vector>

#include "runner/revisions/same_code.hpp"

namespace spl::runner {

/// Warns of each two revisions that a relation compares and whose builds got
/// different commits of one branch of another repository: changes there are
/// taken for changes between the revisions. Names of revisions are those of the
/// formulas, so call this before merge_same_code().
[[nodiscard]] std::vector<std::string> moved_branches(
    const Suite& suite, const SourcesOfRevisions& sources);

}  // namespace spl::runner
