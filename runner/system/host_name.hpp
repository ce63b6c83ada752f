#pragma once

#include <string>

namespace spl::runner {

/// Of the machine on which this process runs.
[[nodiscard]] std::string host_name();

}  // namespace spl::runner
