#include "laboratory/peers/peer_tests.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <map>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::bench {
namespace {

using statistics::Finding;

// How many pairs have the left number above the right one, equal ones half.
double pairs_above(const std::vector<double>& left,
                   const std::vector<double>& right) {
  double above = 0;
  for (const double mine : left) {
    for (const double other : right) {
      above += mine > other ? 1 : mine == other ? 0.5 : 0;
    }
  }
  return above;
}

// The sum of t^3 - t over the groups of t equal numbers.
double ties(const std::vector<double>& left, const std::vector<double>& right) {
  std::map<double, double> counts;
  for (const double number : left) ++counts[number];
  for (const double number : right) ++counts[number];
  double sum = 0;
  for (const auto& [number, count] : counts) {
    sum += count * count * count - count;
  }
  return sum;
}

}  // namespace

double mann_whitney_p(const std::vector<double>& left,
                      const std::vector<double>& right) {
  const auto m = static_cast<double>(left.size());
  const auto n = static_cast<double>(right.size());
  const double all = m + n;
  const double deviation = std::abs(pairs_above(left, right) - m * n / 2);
  const double variance =
      m * n / 12 * (all + 1 - ties(left, right) / (all * (all - 1)));
  const double z = (deviation - 0.5) / std::sqrt(variance);
  return std::min(1.0, 2 * statistics::normal_tail(z));
}

Finding mann_whitney(const std::vector<double>& left,
                     const std::vector<double>& right, double alpha) {
  const auto half = static_cast<double>(left.size() * right.size()) / 2;
  const double above = pairs_above(left, right);
  if (above == half || mann_whitney_p(left, right) >= alpha) {
    return Finding::kIndistinct;
  }
  return above > half ? Finding::kGreater : Finding::kLess;
}

Finding welch_on_times(const std::vector<double>& left,
                       const std::vector<double>& right, double alpha) {
  const statistics::Sample left_sample({left});
  const statistics::Sample right_sample({right});
  return statistics::welch({{{1, &left_sample}, {-1, &right_sample}}, 0},
                           alpha / 2)
      .finding;
}

statistics::RateInterval clustered_rate_interval(std::span<const double> shares,
                                                 std::size_t trials,
                                                 double level) {
  if (shares.empty()) return {};
  const statistics::Moments found = statistics::moments(shares);
  const auto clusters = static_cast<double>(found.count);
  const auto all = static_cast<double>(trials);
  const double rate = std::clamp(found.mean(), 0.0, 1.0);
  const double tail = (1 - level) / 2;
  double independent = clusters;
  if (found.count > 1 && found.variance() > 0) {
    const double more = statistics::student_quantile(tail, clusters - 1) /
                        statistics::student_quantile(tail, all - 1);
    independent = std::min(
        all, rate * (1 - rate) * clusters / found.variance() / (more * more));
  }
  const double came = independent * rate;
  const double failed = independent * (1 - rate);
  statistics::RateInterval interval;
  if (came > 0) {
    interval.lower = boost::math::ibeta_inv(came, failed + 1, tail);
  }
  if (failed > 0) {
    interval.upper = boost::math::ibetac_inv(came + 1, failed, tail);
  }
  return interval;
}

}  // namespace spl::bench
