#pragma once

#include <string>
#include <vector>

#include "runner/revisions/same_code.hpp"

namespace spl::runner {

/// Returns a warning for each two revisions that a relation compares and that
/// have a file of the overlay with different contents: both are built with the
/// working tree's file, so that no relation shows its changes. A file that one
/// of them lacks is what an overlay is for. Names of revisions are those of the
/// formulas, so call this before merge_same_code().
[[nodiscard]] std::vector<std::string> hidden_changes(
    const Suite& suite, const SourcesOfRevisions& sources);

}  // namespace spl::runner
