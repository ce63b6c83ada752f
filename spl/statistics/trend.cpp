#include "spl/statistics/trend.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

constexpr std::size_t kFewest = 10;
constexpr double kLevel = 0.001;
constexpr double kChange = 0.01;

/// Sorts the numbers and counts the pairs whose first number is greater.
double falling_pairs(std::span<double> numbers, std::span<double> room) {
  if (numbers.size() < 2) return 0;
  const std::size_t middle = numbers.size() / 2;
  double pairs = falling_pairs(numbers.first(middle), room.first(middle)) +
                 falling_pairs(numbers.subspan(middle), room.subspan(middle));
  std::size_t left = 0;
  std::size_t right = middle;
  for (double& merged : room) {
    const bool from_left = right == numbers.size() ||
                           (left < middle && numbers[left] <= numbers[right]);
    if (!from_left) pairs += static_cast<double>(middle - left);
    merged = numbers[from_left ? left++ : right++];
  }
  std::ranges::copy(room, numbers.begin());
  return pairs;
}

double change(std::span<const double> numbers) {
  const std::size_t third = numbers.size() / 3;
  const double first = median(numbers.first(third));
  return first == 0 ? 0 : median(numbers.last(third)) / first - 1;
}

bool is_drift(const Trend& trend) {
  return trend.p < kLevel && std::abs(trend.change) >= kChange;
}

bool is_fall(const Trend& trend) {
  return is_drift(trend) && trend.s < 0 && trend.change < 0;
}

}  // namespace

std::optional<Trend> trend(std::span<const double> numbers) {
  if (numbers.size() < kFewest) return std::nullopt;
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::vector<double> room(sorted.size());
  const double falling = falling_pairs(sorted, room);
  const auto weight = [](double n) { return n * (n - 1) * (2 * n + 5); };
  const auto n = static_cast<double>(sorted.size());
  double tied_pairs = 0;
  double variance = weight(n);
  for (auto at = sorted.begin(); at != sorted.end();) {
    const auto end = std::upper_bound(at, sorted.end(), *at);
    const auto ties = static_cast<double>(end - at);
    tied_pairs += ties * (ties - 1) / 2;
    variance -= weight(ties);
    at = end;
  }
  if (variance <= 0) return std::nullopt;
  Trend result;
  result.s = n * (n - 1) / 2 - tied_pairs - 2 * falling;
  const double corrected = std::max(0.0, std::abs(result.s) - 1);
  result.z = std::copysign(corrected / std::sqrt(variance / 18), result.s);
  result.p = std::min(1.0, 2 * normal_tail(std::abs(result.z)));
  result.change = change(numbers);
  return result;
}

bool drifts(std::span<const double> run) {
  const std::optional<Trend> found = trend(run);
  return found && is_drift(*found);
}

bool falls(std::span<const double> run) {
  const std::optional<Trend> found = trend(run);
  return found && is_fall(*found);
}

Drift drift(const Runs& runs) {
  Drift result;
  for (const auto& run : runs) {
    const std::optional<Trend> found = trend(run);
    if (!found) continue;
    ++result.tested;
    if (is_drift(*found)) ++result.drifting;
    if (is_fall(*found)) ++result.falling;
  }
  return result;
}

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
