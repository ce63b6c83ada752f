#include "spl/statistics/sequential/detectable_change.hpp"

#include <cmath>
#include <limits>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {

namespace {

constexpr double kMissed = 0.1;

}  // namespace

std::optional<double> standard_error(const TestResult& result) {
  if (result.status == Status::kDegenerate) return 0;
  if (!result.critical || !result.threshold) return std::nullopt;
  return *result.threshold / *result.critical;
}

std::optional<double> detectable_change(const TestResult& result) {
  const std::optional<double> error = standard_error(result);
  if (!error || *error == 0) return error;
  const double df = result.df.value_or(std::numeric_limits<double>::infinity());
  return *result.threshold + student_quantile(kMissed, df) * *error;
}

double detectable_change(double standard_deviation, std::size_t blocks,
                         double level) {
  const auto count = static_cast<double>(blocks);
  return (student_quantile(level, count - 1) +
          student_quantile(kMissed, count - 1)) *
         standard_deviation / std::sqrt(count);
}

}  // namespace spl::statistics
