#include "spl/statistics/effects/rate_interval.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

/// Returns the interval of `came` successful and `failed` failed trials, which
/// may be fractions.
RateInterval clopper_pearson(double came, double failed, double level) {
  RateInterval interval;
  const double tail = (1 - level) / 2;
  if (came > 0) {
    interval.lower = boost::math::ibeta_inv(came, failed + 1, tail);
  }
  if (failed > 0) {
    interval.upper = boost::math::ibetac_inv(came + 1, failed, tail);
  }
  return interval;
}

}  // namespace

RateInterval rate_interval(std::size_t count, std::size_t of, double level) {
  return clopper_pearson(static_cast<double>(count),
                         static_cast<double>(of - count), level);
}

RateInterval clustered_rate_interval(std::span<const double> shares,
                                     std::size_t trials, double level) {
  if (shares.empty()) return {};
  const Moments found = moments(shares);
  const auto clusters = static_cast<double>(found.count);
  const auto all = static_cast<double>(trials);
  const double rate = std::clamp(found.mean(), 0.0, 1.0);
  double independent = clusters;
  if (found.count > 1 && found.variance() > 0) {
    const double tail = (1 - level) / 2;
    const double more =
        student_quantile(tail, clusters - 1) / student_quantile(tail, all - 1);
    independent = std::min(
        all, rate * (1 - rate) * clusters / found.variance() / (more * more));
  }
  return clopper_pearson(independent * rate, independent * (1 - rate), level);
}

}  // namespace spl::statistics
