#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/revisions/same_code.hpp"

/// The revisions that relations compare.
namespace spl::runner {

/// Returns each two revisions with sources that a relation compares, once.
[[nodiscard]] std::set<std::pair<std::string, std::string>> compared_revisions(
    const Suite& suite, const SourcesOfRevisions& sources);

}  // namespace spl::runner
