#pragma once

#include <chrono>
#include <string>

namespace spl::runner {

/// Returns the time that was so long before another one; both in ISO 8601, UTC.
[[nodiscard]] std::string time_before(const std::string& iso_time,
                                      std::chrono::seconds age);

}  // namespace spl::runner
