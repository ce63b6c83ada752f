#pragma once

#include "spl/statistics/estimate.hpp"
#include "spl/statistics/test_result.hpp"

namespace spl::statistics {

/// Throws std::invalid_argument unless 0 < alpha < 0.5.
void require_alpha(double alpha);

/// Decides both directions of theta against 0, each at level alpha: a statistic
/// above the critical value is a finding, one at it is not. Without variance
/// the sign of the value decides (kDegenerate); a value or variance too large
/// for a double is kUndefined.
[[nodiscard]] TestResult t_test(const Estimate& estimate, double alpha);

/// Returns the result of a test that lacks observations.
[[nodiscard]] TestResult refused(std::string warning);

}  // namespace spl::statistics
