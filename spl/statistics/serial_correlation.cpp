#include "spl/statistics/serial_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

std::vector<double> clipped(std::span<const double> contrasts) {
  std::vector<double> sizes;
  for (const double one : contrasts) sizes.push_back(std::abs(one));
  const double limit = 2 * run_statistic(sizes, RunStatistic::kMedian);
  std::vector<double> result;
  for (const double one : contrasts) {
    result.push_back(std::clamp(one, -limit, limit));
  }
  return result;
}

}  // namespace

double serial_correlation(std::span<const double> contrasts) {
  if (contrasts.size() < kUnitsForCorrelation) return 0;
  const std::vector<double> values = clipped(contrasts);
  const auto count = static_cast<double>(values.size());
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += (values[i] - mean) * (values[i] - mean);
    if (i > 0) products += (values[i] - mean) * (values[i - 1] - mean);
  }
  if (!(squares > 0)) return 0;
  return (products / squares + 1 / count) * std::sqrt(count) *
         std::sqrt(count / (count - 1));
}

}  // namespace spl::statistics
