#include "spl/statistics/detectable_change.hpp"

#include <limits>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {

std::optional<double> detectable_change(const TestResult& result) {
  if (result.status == Status::kDegenerate) return 0;
  if (!result.critical || !result.threshold) return std::nullopt;
  constexpr double kMissed = 0.1;
  const double df = result.df.value_or(std::numeric_limits<double>::infinity());
  const double standard_error = *result.threshold / *result.critical;
  return *result.threshold + student_quantile(kMissed, df) * standard_error;
}

}  // namespace spl::statistics
