#include "spl/statistics/summary.hpp"

#include <algorithm>
#include <cmath>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/quantile.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

std::vector<double> statistics_of(const Runs& runs, RunStatistic statistic) {
  std::vector<double> result;
  for (const auto& run : runs) result.push_back(run_statistic(run, statistic));
  return result;
}

double mean(const Runs& runs, RunStatistic statistic) {
  return moments(statistics_of(runs, statistic)).mean();
}

std::optional<double> within_sd(const Runs& runs) {
  double sum = 0;
  for (const auto& run : runs) {
    if (run.size() < 2) return std::nullopt;
    sum += moments(run).variance();
  }
  return std::sqrt(sum / static_cast<double>(runs.size()));
}

/// Returns the p-quantile; reorders the numbers.
double quantile_of(std::vector<double>& numbers, double p) {
  // p * size is rounded: 0.9 * 10 is the 9th, not the 10th.
  const double position = p * static_cast<double>(numbers.size());
  const auto rank =
      static_cast<std::size_t>(std::max(1.0, std::ceil(position - 1e-9)));
  select(numbers, rank - 1);
  return numbers[rank - 1];
}

}  // namespace

/// sum (x_i - m)(x_{i+1} - m) / sum (x_i - m)^2
std::optional<double> autocorrelation(std::span<const double> run) {
  if (run.size() < 3) return std::nullopt;
  const Moments found = moments(run);
  if (found.squares == 0) return std::nullopt;
  const double mean = found.mean();
  double products = 0;
  for (std::size_t i = 1; i < run.size(); ++i) {
    products += (run[i - 1] - mean) * (run[i] - mean);
  }
  return products / found.squares;
}

std::optional<double> autocorrelation(const Runs& runs) {
  double sum = 0;
  std::size_t varying = 0;
  for (const auto& run : runs) {
    if (run.size() < 3) return std::nullopt;
    const auto found = autocorrelation(std::span<const double>(run));
    if (!found) continue;
    sum += *found;
    ++varying;
  }
  if (varying == 0) return std::nullopt;
  return sum / static_cast<double>(varying);
}

double slow_share(const Runs& runs) {
  constexpr double kSlow = 1.5;
  std::size_t slow = 0;
  std::size_t all = 0;
  for (const auto& run : runs) {
    const double median = run_statistic(run, RunStatistic::kMedian);
    if (median <= 0) continue;
    const double limit = kSlow * median;
    slow += static_cast<std::size_t>(
        std::ranges::count_if(run, [&](double one) { return one > limit; }));
    all += run.size();
  }
  return all == 0 ? 0 : static_cast<double>(slow) / static_cast<double>(all);
}

Summary summary(const Runs& runs) {
  Summary result;
  result.runs = runs.size();
  for (const auto& run : runs) result.observations += run.size();
  std::vector<double> all;
  all.reserve(result.observations);
  for (const auto& run : runs) all.insert(all.end(), run.begin(), run.end());
  result.mean = mean(runs, RunStatistic::kMean);
  result.trimmed = mean(runs, RunStatistic::kTrimmed);
  result.median = median(all);
  result.q10 = quantile_of(all, 0.1);
  result.q90 = quantile_of(all, 0.9);
  result.within_sd = within_sd(runs);
  if (runs.size() >= 2) {
    const auto means = statistics_of(runs, RunStatistic::kMean);
    result.between_sd = std::sqrt(moments(means).variance());
  }
  result.autocorrelation = autocorrelation(runs);
  result.slow_share = slow_share(runs);
  return result;
}

double quantile(std::vector<double> numbers, double p) {
  return quantile_of(numbers, p);
}

}  // namespace spl::statistics
