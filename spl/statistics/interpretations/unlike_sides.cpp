#include "spl/statistics/interpretations/unlike_sides.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/interpretations/mean_limits.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

double median_of(const RunSeries& series) {
  return series.offset + run_statistic(series.excesses, RunStatistic::kMedian);
}

// A series as fractions of its median, less 1; zeros without a series.
struct Relative {
  const RunSeries* series;
  double median;

  explicit Relative(const RunSeries* one)
      : series(one), median(one == nullptr ? 1 : median_of(*one)) {}
  [[nodiscard]] double offset() const {
    return series == nullptr ? 0 : (series->offset - median) / median;
  }
  [[nodiscard]] double excess(std::size_t unit) const {
    return series == nullptr ? 0 : series->excesses[unit] / median;
  }
};

// The rest of an amount of one side.
struct Amount {
  const RunSeries* series;
  double left;
};

double largest(const std::vector<Amount>& amounts) {
  double result = 0;
  for (const Amount& one : amounts) result = std::max(result, one.left);
  return result;
}

double mean(const BlockContrasts& pairs) { return mean_of(pairs).value; }

// Clipped distances of pairs from their centre.
struct Clipped {
  double centre;
  std::vector<double> distances;  // Divided by the share that is not clipped.
  double df;
};

Clipped clipped(const BlockContrasts& pairs) {
  const std::size_t count = pairs.excesses.size();
  constexpr double kNone = std::numeric_limits<double>::infinity();
  Clipped result{huber_centre(pairs), {}, 0};
  double limit = kNone;
  if (count >= kClippedUnits) limit = clip_limit(about(pairs, result.centre));
  // Half of the pairs are equal, as counts may be.
  if (limit == kNone) result.centre = mean(pairs);
  std::size_t kept = 0;
  for (const double excess : pairs.excesses) {
    const double distance = pairs.offset - result.centre + excess;
    if (std::abs(distance) <= limit) ++kept;
    result.distances.push_back(std::clamp(distance, -limit, limit));
  }
  const double share = static_cast<double>(kept) / static_cast<double>(count);
  for (double& one : result.distances) one /= share;
  result.df = static_cast<double>(kept) - (kept == count ? 1 : 2);
  return result;
}

}  // namespace

UnlikeSides::UnlikeSides(std::span<const RunSeries> series,
                         std::span<const double> coefficients, double constant)
    : distances_(series.front().excesses.size(), 0.0),
      left_side_(std::max(constant, 0.0)),
      right_side_(std::max(-constant, 0.0)) {
  assert(series.size() == coefficients.size());
  std::vector<Amount> left;
  std::vector<Amount> right;
  centre_.value = constant;
  centre_.rounding = rounding_of(constant, 1);
  centre_.df = static_cast<double>(distances_.size()) - 1;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double median = median_of(series[i]);
    const double amount = coefficients[i] * median;
    centre_.value += amount;
    centre_.rounding += rounding_of(coefficients[i], median);
    // A performance that takes no time in most runs has no pairs.
    if (amount > 0) left.push_back({&series[i], amount});
    if (amount < 0) right.push_back({&series[i], -amount});
    left_side_ += std::max(amount, 0.0);
    right_side_ += std::max(-amount, 0.0);
  }
  if (!left.empty() && !right.empty()) {
    left_weight_ = largest(left) / largest(right);
  }
  auto one = left.begin();
  auto other = right.begin();
  while (one != left.end() && other != right.end()) {
    const double amount = std::min(one->left, other->left);
    add({one->series, other->series, amount});
    one->left -= amount;
    other->left -= amount;
    if (!(one->left > 0)) ++one;
    if (!(other->left > 0)) ++other;
  }
  for (; one != left.end(); ++one) add({one->series, nullptr, one->left});
  for (; other != right.end(); ++other) {
    add({other->series, nullptr, -other->left});
  }
  const Moments over_units = moments(distances_);
  const auto count = static_cast<double>(distances_.size());
  const double centre = over_units.mean();
  for (const double distance : distances_) {
    third_moment_ += std::pow(distance - centre, 3) / count;
  }
  centre_.variance = over_units.variance() / count;
  centre_.underflows = over_units.underflows;
  centre_.df = std::max(centre_.df, 1.0);
}

void UnlikeSides::add(const Match& match) {
  const Relative left(match.left);
  const Relative right(match.right);
  BlockContrasts pairs;
  pairs.offset = left.offset() - right.offset();
  pairs.rounding = rounding_of(1, 1);
  for (std::size_t unit = 0; unit < distances_.size(); ++unit) {
    pairs.excesses.push_back(left.excess(unit) - right.excess(unit));
  }
  const Clipped found = clipped(pairs);
  centre_.value += match.amount * found.centre;
  centre_.df = std::min(centre_.df, found.df);
  for (std::size_t unit = 0; unit < distances_.size(); ++unit) {
    distances_[unit] += match.amount * found.distances[unit];
  }
}

Estimate UnlikeSides::centre_with_skewness() const {
  const auto count = static_cast<double>(distances_.size());
  const double variance = centre_.variance * count;
  Estimate result = centre_;
  if (!(std::sqrt(variance) > centre_.rounding)) return result;
  result.value +=
      third_moment_ / (6 * variance * count) +
      third_moment_ * centre_.value * centre_.value / (3 * variance * variance);
  return result;
}

}  // namespace spl::statistics
