#include "spl/statistics/effects/rate_interval.hpp"

#include <boost/math/special_functions/beta.hpp>

namespace spl::statistics {

RateInterval rate_interval(std::size_t count, std::size_t of, double level) {
  const auto came = static_cast<double>(count);
  const auto failed = static_cast<double>(of - count);
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

}  // namespace spl::statistics
