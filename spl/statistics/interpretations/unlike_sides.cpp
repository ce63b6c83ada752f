#include "spl/statistics/interpretations/unlike_sides.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "spl/statistics/distributions.hpp"
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

  [[nodiscard]] double offset() const {
    return series == nullptr ? 0 : (series->offset - median) / median;
  }
  [[nodiscard]] double excess(std::size_t unit) const {
    return series == nullptr ? 0 : series->excesses[unit] / median;
  }
};

// The rest of an amount of one side.
struct Amount {
  std::size_t number;
  double left;
};

double largest(const std::vector<Amount>& amounts) {
  double result = 0;
  for (const Amount& one : amounts) result = std::max(result, one.left);
  return result;
}

double mean(const BlockContrasts& pairs) { return mean_of(pairs).value; }

PerformancePairs::Centred centred(const BlockContrasts& pairs) {
  const std::size_t count = pairs.excesses.size();
  constexpr double kNone = std::numeric_limits<double>::infinity();
  PerformancePairs::Centred result{huber_centre(pairs), {}, 0};
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

PerformancePairs::PerformancePairs(std::span<const RunSeries> series)
    : series_(series.begin(), series.end()) {
  for (const RunSeries& one : series_) medians_.push_back(median_of(one));
}

const PerformancePairs::Centred& PerformancePairs::of(std::size_t left,
                                                      std::size_t right) const {
  const auto known = known_.find({left, right});
  if (known != known_.end()) return known->second;
  const auto relative = [this](std::size_t number) {
    return number == kNone ? Relative{nullptr, 1}
                           : Relative{&series_[number], medians_[number]};
  };
  const Relative one = relative(left);
  const Relative other = relative(right);
  BlockContrasts pairs;
  pairs.offset = one.offset() - other.offset();
  pairs.rounding = rounding_of(1, 1);
  for (std::size_t unit = 0; unit < units(); ++unit) {
    pairs.excesses.push_back(one.excess(unit) - other.excess(unit));
  }
  return known_.emplace(std::pair(left, right), centred(pairs)).first->second;
}

UnlikeSides::UnlikeSides(std::span<const RunSeries> series,
                         std::span<const double> coefficients, double constant)
    : UnlikeSides(PerformancePairs(series), coefficients, constant) {}

UnlikeSides::UnlikeSides(const PerformancePairs& pairs,
                         std::span<const double> coefficients, double constant)
    : distances_(pairs.units(), 0.0),
      left_side_(std::max(constant, 0.0)),
      right_side_(std::max(-constant, 0.0)) {
  assert(pairs.count() == coefficients.size());
  std::vector<Amount> left;
  std::vector<Amount> right;
  centre_.value = constant;
  centre_.rounding = rounding_of(constant, 1);
  centre_.df = static_cast<double>(distances_.size()) - 1;
  for (std::size_t i = 0; i < pairs.count(); ++i) {
    const double amount = coefficients[i] * pairs.median(i);
    centre_.value += amount;
    centre_.rounding += rounding_of(coefficients[i], pairs.median(i));
    // A performance that takes no time in most runs has no pairs.
    if (amount > 0) left.push_back({i, amount});
    if (amount < 0) right.push_back({i, -amount});
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
    add(pairs.of(one->number, other->number), amount);
    one->left -= amount;
    other->left -= amount;
    if (!(one->left > 0)) ++one;
    if (!(other->left > 0)) ++other;
  }
  constexpr std::size_t kNone = PerformancePairs::kNone;
  for (; one != left.end(); ++one) add(pairs.of(one->number, kNone), one->left);
  for (; other != right.end(); ++other) {
    add(pairs.of(other->number, kNone), -other->left);
  }
  const Moments over_units = moments(distances_);
  const auto count = static_cast<double>(distances_.size());
  const double centre = over_units.mean();
  for (const double distance : distances_) {
    const double off = distance - centre;
    third_moment_ += off * off * off / count;
  }
  centre_.variance = over_units.variance() / count;
  centre_.underflows = over_units.underflows;
  centre_.df = std::max(centre_.df, 1.0);
}

void UnlikeSides::add(const PerformancePairs::Centred& pairs, double amount) {
  centre_.value += amount * pairs.centre;
  centre_.df = std::min(centre_.df, pairs.df);
  for (std::size_t unit = 0; unit < distances_.size(); ++unit) {
    distances_[unit] += amount * pairs.distances[unit];
  }
}

double UnlikeSides::skewness() const {
  const auto count = static_cast<double>(distances_.size());
  const double variance = centre_.variance * count;
  const double deviation = std::sqrt(variance);
  if (!(deviation > centre_.rounding)) return 0;
  return third_moment_ / (variance * deviation * std::sqrt(count));
}

Estimate UnlikeSides::centre_with_skewness() const {
  Estimate result = centre_;
  const double a = skewness();
  if (a == 0) return result;
  const double error = std::sqrt(centre_.variance);
  const double t = centre_.value / error;
  result.value = error * (t + a * t * t / 3 + a * a * t * t * t / 27 + a / 6);
  return result;
}

double UnlikeSides::limit(double direction, double level) const {
  const double quantile = -direction * student_quantile(level, centre_.df);
  double t = quantile;
  if (const double a = skewness(); a != 0) {
    const double skewed = 3 / a * (std::cbrt(1 + a * (quantile - a / 6)) - 1);
    t = direction < 0 ? std::max(t, skewed) : std::min(t, skewed);
  }
  const double distance = t * std::sqrt(centre_.variance);
  const double rounding = centre_.rounding;
  return centre_.value - (direction < 0 ? std::max(distance, rounding)
                                        : std::min(distance, -rounding));
}

}  // namespace spl::statistics
