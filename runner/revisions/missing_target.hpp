#pragma once

#include <string>

namespace spl::runner {

/// Returns a remark on a build that knows no such target, lacks its folder, or
/// makes no such program: the revision may be from before the benchmarks. Empty
/// if the failure says nothing of the kind.
[[nodiscard]] std::string missing_target(const std::string& failure);

}  // namespace spl::runner
