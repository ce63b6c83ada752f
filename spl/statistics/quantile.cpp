#include "spl/statistics/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spl::statistics {

double quantile(std::span<const double> numbers, double fraction) {
  std::vector<double> sorted(numbers.begin(), numbers.end());
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(place));
  const auto at = sorted.begin() + below;
  std::nth_element(sorted.begin(), at, sorted.end());
  const double part = place - static_cast<double>(below);
  if (part == 0) return *at;
  const double next = *std::min_element(at + 1, sorted.end());
  return *at + part * (next - *at);
}

std::size_t observations_for_quantile(double fraction) {
  // 1 - 0.99 is a little more than 0.01.
  constexpr double kRounding = 1e-9;
  const double beyond = std::min(fraction, 1 - fraction);
  const double count = static_cast<double>(kBeyondQuantile) / beyond;
  return static_cast<std::size_t>(std::ceil(count * (1 - kRounding)));
}

Sample run_quantiles(const Sample& sample, double fraction) {
  std::vector<std::vector<double>> runs;
  for (const Run& run : sample.runs()) {
    runs.push_back({quantile(run, fraction)});
  }
  return Sample(std::move(runs));
}

}  // namespace spl::statistics
