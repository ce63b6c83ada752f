#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// Returns a remark on a file that a failed build may lack: "; gen/config.h is
/// in the working tree, but Git ignores it ...". The end of the build's log
/// says that the file is missing, and Git ignores it in the working tree. Empty
/// if there is no such file.
[[nodiscard]] std::string ignored_source(
    const std::string& failure, const std::vector<std::string>& ignored);

}  // namespace spl::runner
