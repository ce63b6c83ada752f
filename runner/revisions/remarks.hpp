#pragma once

#include <string>
#include <vector>

#include "runner/git/repository.hpp"

/// Remarks on revisions and on builds of them that failed.
namespace spl::runner {

/// Returns a remark on each attribute of .gitattributes that some files of the
/// tree have and builds do without.
[[nodiscard]] std::vector<std::string> left_out_remarks(const Tree& tree);

/// Returns a remark on a build that knows no such target, lacks its folder, or
/// makes no such program: the revision may be from before the benchmarks. Empty
/// if the failure says nothing of the kind.
[[nodiscard]] std::string missing_target(const std::string& failure);

/// Returns a remark on a file that a failed build may lack: "; gen/config.h is
/// in the working tree, but Git ignores it ...". The end of the build's log
/// says that the file is missing, and Git ignores it in the working tree. Empty
/// if there is no such file.
[[nodiscard]] std::string ignored_source(
    const std::string& failure, const std::vector<std::string>& ignored);

}  // namespace spl::runner
