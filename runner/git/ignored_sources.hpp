#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// What a failed build may lack: "; gen/config.h is in the working tree, but
/// Git ignores it ..." for a file that the end of its log says is missing and
/// that is among the ignored files of the working tree; or nothing.
[[nodiscard]] std::string ignored_source(
    const std::string& failure, const std::vector<std::string>& ignored);

}  // namespace spl::runner
