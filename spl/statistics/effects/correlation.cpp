#include "spl/statistics/effects/correlation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

constexpr std::size_t kFewestPairs = 3;

/// Sums of products of deviations. Each metric is divided by its largest
/// deviation, so that nothing overflows.
class Pairs {
 public:
  void add(double one, double other) {
    one_.push_back(one);
    other_.push_back(other);
  }

  /// Returns the correlation of deviations from 0; absent if one is always 0.
  [[nodiscard]] std::optional<double> correlation() const {
    const double one_scale = largest(one_);
    const double other_scale = largest(other_);
    if (one_scale == 0 || other_scale == 0) return std::nullopt;
    double squares = 0;
    double other_squares = 0;
    double products = 0;
    for (std::size_t i = 0; i < one_.size(); ++i) {
      const double one = one_[i] / one_scale;
      const double other = other_[i] / other_scale;
      squares += one * one;
      other_squares += other * other;
      products += one * other;
    }
    return std::clamp(products / std::sqrt(squares * other_squares), -1.0, 1.0);
  }

 private:
  static double largest(const std::vector<double>& values) {
    double result = 0;
    for (const double value : values)
      result = std::max(result, std::abs(value));
    return result;
  }

  std::vector<double> one_;
  std::vector<double> other_;
};

bool is_constant(const Runs& runs) {
  return std::ranges::all_of(runs, [](const Run& run) {
    return std::ranges::all_of(
        run, [&](double observation) { return observation == run.front(); });
  });
}

/// Deviations of numbers from their mean; none if all are equal, whatever
/// rounding makes of that mean.
std::vector<double> deviations(const std::vector<double>& values) {
  const double mean = moments(values).mean();
  const bool varies = std::ranges::any_of(
      values, [&](double one) { return one != values.front(); });
  std::vector<double> result;
  for (const double value : values) result.push_back(varies ? value - mean : 0);
  return result;
}

std::vector<double> means_of(const Runs& runs) {
  std::vector<double> result;
  for (const Run& run : runs) result.push_back(moments(run).mean());
  return result;
}

std::optional<double> of_runs(const Runs& one, const Runs& other) {
  if (one.size() < kFewestPairs) return std::nullopt;
  const std::vector<double> means = deviations(means_of(one));
  const std::vector<double> other_means = deviations(means_of(other));
  Pairs pairs;
  for (std::size_t i = 0; i < means.size(); ++i) {
    pairs.add(means[i], other_means[i]);
  }
  return pairs.correlation();
}

std::optional<double> of_observations(const Runs& one, const Runs& other) {
  if (is_constant(one) || is_constant(other)) return std::nullopt;
  Pairs pairs;
  std::size_t free = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].size() != other[i].size()) return std::nullopt;
    const double mean = moments(one[i]).mean();
    const double other_mean = moments(other[i]).mean();
    for (std::size_t j = 0; j < one[i].size(); ++j) {
      pairs.add(one[i][j] - mean, other[i][j] - other_mean);
    }
    free += one[i].size() - 1;
  }
  return free < kFewestPairs ? std::nullopt : pairs.correlation();
}

}  // namespace

Correlation correlation(const Runs& one, const Runs& other) {
  assert(one.size() == other.size());
  return {of_runs(one, other), of_observations(one, other)};
}

}  // namespace spl::statistics
