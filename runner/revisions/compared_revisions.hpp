#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/revisions/same_code.hpp"

/// Which revisions relations compare, and what messages call their files.
namespace spl::runner {

/// Each two that a relation compares, once; those without sources not.
[[nodiscard]] std::set<std::pair<std::string, std::string>> compared_revisions(
    const Suite& suite, const SourcesOfRevisions& sources);

/// "a.cpp", "a.cpp and b.cpp", "a.cpp, b.cpp, c.cpp and 4 more"; at least one.
[[nodiscard]] std::string files_text(const std::vector<std::string>& files);

}  // namespace spl::runner
