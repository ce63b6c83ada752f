#pragma once

#include <cstddef>
#include <optional>

#include "spl/statistics/t_test.hpp"

namespace spl::statistics {

/// Returns the standard error of theta, if the test has one; 0 if nothing
/// varied.
[[nodiscard]] std::optional<double> standard_error(const TestResult& result);

/// Estimates the smallest true theta that another experiment like this one
/// finds with probability 0.9: (critical + t_{df,0.9}) standard errors, in the
/// unit of the difference. 0 if nothing varied. Absent if the test was refused
/// or has no standard error, like Definition 4.10. Not from a paper: it assumes
/// that the next experiment has the same standard error.
[[nodiscard]] std::optional<double> detectable_change(const TestResult& result);

/// Estimates the same for an experiment of r = `blocks` blocks (at least 2) and
/// one look at a one-sided level, whose contrasts have standard deviation s:
/// (t_{r-1,1-level} + t_{r-1,0.9}) s/sqrt(r). For clipped contrasts, s is
/// sqrt(r) standard errors of an earlier experiment of r blocks.
[[nodiscard]] double detectable_change(double standard_deviation,
                                       std::size_t blocks, double level);

}  // namespace spl::statistics
