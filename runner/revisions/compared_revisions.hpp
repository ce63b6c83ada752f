#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/revisions/same_code.hpp"

/// The revisions that relations compare, and the names of their files in
/// messages.
namespace spl::runner {

/// Returns each two revisions with sources that a relation compares, once.
[[nodiscard]] std::set<std::pair<std::string, std::string>> compared_revisions(
    const Suite& suite, const SourcesOfRevisions& sources);

/// Lists at least one file: "a.cpp", "a.cpp and b.cpp", "a.cpp, b.cpp, c.cpp
/// and 4 more".
[[nodiscard]] std::string files_text(const std::vector<std::string>& files);

}  // namespace spl::runner
