#pragma once

#include <optional>

#include "spl/statistics/interpretation.hpp"

namespace spl::statistics {

/// The smallest true theta that another experiment like this one would find
/// with probability 0.9, about: (critical + t_{df,0.9}) standard errors, in the
/// unit of the difference. 0 if nothing varied. Absent if the test was refused
/// or has no standard error, like Definition 4.10. In no paper; it takes the
/// standard error found for that of the next experiment.
[[nodiscard]] std::optional<double> detectable_change(const TestResult& result);

}  // namespace spl::statistics
