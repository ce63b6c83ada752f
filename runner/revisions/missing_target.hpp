#pragma once

#include <string>

namespace spl::runner {

/// Returns a remark on a build that knows no such target, or lacks its folder:
/// the revision may be from before the benchmarks. Empty if the end of the log
/// of the build says nothing of the kind.
[[nodiscard]] std::string missing_target(const std::string& failure);

}  // namespace spl::runner
