// Only this source includes these headers of Boost.Math, which take seconds.
#include "spl/statistics/distributions.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

namespace spl::statistics {
namespace {

namespace math = boost::math;
namespace policies = boost::math::policies;

// A tail too small for a double is 0 and a quantile too large for one is
// infinite; only a wrong argument may throw.
using Policy =
    policies::policy<policies::overflow_error<policies::ignore_error>,
                     policies::underflow_error<policies::ignore_error>,
                     policies::denorm_error<policies::ignore_error>>;

using Normal = math::normal_distribution<double, Policy>;
using Student = math::students_t_distribution<double, Policy>;
using Fisher = math::fisher_f_distribution<double, Policy>;
using Gamma = math::gamma_distribution<double, Policy>;

constexpr double kRootHalf = std::numbers::sqrt2 / 2;

}  // namespace

// Each level of a look takes thousands of tails, and Boost.Math, with wider
// numbers, takes ten times as long.
double normal_tail(double z) { return std::erfc(z * kRootHalf) / 2; }

double normal_quantile(double tail) {
  return math::quantile(math::complement(Normal(), tail));
}

double student_tail(double t, double df) {
  if (std::isinf(df)) return normal_tail(t);
  return math::cdf(math::complement(Student(df), t));
}

double student_quantile(double tail, double df) {
  if (std::isinf(df)) return normal_quantile(tail);
  return math::quantile(math::complement(Student(df), tail));
}

double fisher_tail(double f, double df_above, double df_below) {
  if (std::isnan(f)) return 1;
  if (std::isinf(f)) return f > 0 ? 0 : 1;
  return math::cdf(math::complement(Fisher(df_above, df_below), f));
}

double gamma_quantile(double tail, double shape) {
  return math::quantile(math::complement(Gamma(shape), tail));
}

}  // namespace spl::statistics
