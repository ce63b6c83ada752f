#pragma once

#include <string>

namespace spl::runner {

/// Returns the name of the machine on which this process runs.
[[nodiscard]] std::string host_name();

}  // namespace spl::runner
