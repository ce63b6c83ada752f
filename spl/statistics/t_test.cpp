#include "spl/statistics/t_test.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {
namespace {

Finding finding_beyond(double value, double limit) {
  if (value > limit) return Finding::kGreater;
  if (value < -limit) return Finding::kLess;
  return Finding::kIndistinct;
}

}  // namespace

void require_alpha(double alpha) {
  if (alpha > 0 && alpha < 0.5) return;
  throw std::invalid_argument("alpha must be between 0 and 0.5, but is " +
                              std::to_string(alpha));
}

TestResult t_test(const Estimate& estimate, double alpha) {
  require_alpha(alpha);
  if (!std::isfinite(estimate.value) || !std::isfinite(estimate.variance)) {
    return refused("The observations are too large to compute with.");
  }
  if (estimate.underflows) {
    return refused(
        "The observations differ by so little (below 1e-145) that their "
        "variance cannot be computed.");
  }
  TestResult result;
  result.difference = estimate.value;
  const double error = std::sqrt(estimate.variance);
  if (error <= estimate.rounding) {
    result.status = Status::kDegenerate;
    result.finding = finding_beyond(estimate.value, estimate.rounding);
    return result;
  }
  const double t = estimate.value / error;
  const double critical = student_quantile(alpha, estimate.df);
  result.status = Status::kOk;
  result.finding = finding_beyond(t, critical);
  result.statistic = t;
  if (std::isfinite(estimate.df)) result.df = estimate.df;
  result.critical = critical;
  result.threshold = critical * error;
  result.p_greater = student_tail(t, estimate.df);
  result.p_less = student_tail(-t, estimate.df);
  return result;
}

TestResult refused(std::string warning) {
  TestResult result;
  result.warning = std::move(warning);
  return result;
}

}  // namespace spl::statistics
