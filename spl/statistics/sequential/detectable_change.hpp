#pragma once

#include <cstddef>
#include <optional>

#include "spl/statistics/test_result.hpp"

namespace spl::statistics {

/// Of theta, by a test that has one; 0 if nothing varied.
[[nodiscard]] std::optional<double> standard_error(const TestResult& result);

/// The smallest true theta that another experiment like this one would find
/// with probability 0.9, about: (critical + t_{df,0.9}) standard errors, in the
/// unit of the difference. 0 if nothing varied. Absent if the test was refused
/// or has no standard error, like Definition 4.10. In no paper; it takes the
/// standard error found for that of the next experiment.
[[nodiscard]] std::optional<double> detectable_change(const TestResult& result);

/// The same for an experiment of so many blocks (at least 2), looked at once at
/// that one-sided level, whose contrasts have this standard deviation:
/// (t_{r-1,1-level} + t_{r-1,0.9}) s/sqrt(r). Of clipped contrasts s is sqrt(r)
/// standard errors of another experiment.
[[nodiscard]] double detectable_change(double standard_deviation,
                                       std::size_t blocks, double level);

}  // namespace spl::statistics
