#pragma once

#include <chrono>
#include <string>

namespace spl::runner {

/// Returns a time in ISO 8601, UTC, such as 2026-01-02T03:04:05Z.
[[nodiscard]] std::string iso_time(std::chrono::system_clock::time_point time);

/// Returns the time that was so long before another one; both in ISO 8601, UTC.
[[nodiscard]] std::string time_before(const std::string& iso_time,
                                      std::chrono::seconds age);

}  // namespace spl::runner
