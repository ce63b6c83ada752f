#include "spl/statistics/interpretations/unlike_sides.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/interpretations/mean_limits.hpp"
#include "spl/statistics/interpretations/ratio_search.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

double median_of(const RunSeries& series) {
  return series.offset + run_statistic(series.excesses, RunStatistic::kMedian);
}

double mean_of(const RunSeries& series) {
  return series.offset + moments(series.excesses).mean();
}

// Returns the first performance of the side with fewer that takes time; the
// first one if none does.
std::size_t reference_of(std::span<const RunSeries> series,
                         std::span<const double> coefficients) {
  const auto lefts =
      std::ranges::count_if(coefficients, [](double one) { return one > 0; });
  const auto count = static_cast<std::ptrdiff_t>(series.size());
  const bool is_left = 2 * lefts <= count && lefts > 0;
  for (const bool of_side : {true, false}) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const bool is_of_side = (coefficients[i] > 0) == is_left;
      if (is_of_side == of_side && mean_of(series[i]) > 0) return i;
    }
  }
  return 0;
}

constexpr double kNone = std::numeric_limits<double>::infinity();

RelativeLevels::Distances clipped(const BlockContrasts& contrasts,
                                  double limit) {
  const std::size_t count = contrasts.excesses.size();
  RelativeLevels::Distances result{clipped_values(contrasts, limit)};
  std::size_t kept = 0;
  for (const double excess : contrasts.excesses) {
    if (is_within(std::abs(contrasts.offset + excess), limit)) ++kept;
  }
  const double share = static_cast<double>(kept) / static_cast<double>(count);
  for (double& one : result.values) one /= share;
  result.df = static_cast<double>(kept) - (kept == count ? 1 : 2);
  return result;
}

BlockContrasts values_of(const RunSeries& series) {
  return {series.offset, series.excesses, rounding_of(series.offset, 1)};
}

BlockContrasts at(std::span<const RunSeries> pair, double ratio) {
  return block_contrasts(pair, std::vector<double>{1, -ratio}, 0);
}

bool may_clip(std::span<const RunSeries> pair) {
  return is_clippable(pair, std::vector<double>{1, -1}, 0);
}

}  // namespace

RelativeLevels::RelativeLevels(std::span<const RunSeries> series,
                               std::span<const double> coefficients,
                               bool is_mean)
    : series_(series.begin(), series.end()),
      reference_(reference_of(series, coefficients)),
      clipped_units_(is_mean ? units() + 1 : kClippedUnits) {
  assert(series.size() == coefficients.size());
  const RunSeries& reference = series_[reference_];
  const double centre = huber_centre(values_of(reference));
  // Half of the values may be equal, as counts are.
  const double level =
      limit_about(centre) == kNone ? mean_of(reference) : centre;
  for (std::size_t i = 0; i < series_.size(); ++i) {
    levels_.push_back(i == reference_ ? level : level * ratio_of(i));
  }
}

double RelativeLevels::limit_about(double centre) const {
  return units() < clipped_units_
             ? kNone
             : clip_limit(about(values_of(series_[reference_]), centre));
}

std::vector<RunSeries> RelativeLevels::pair(std::size_t number) const {
  return {series_[number], series_[reference_]};
}

double RelativeLevels::ratio_of(std::size_t number) const {
  const auto both = pair(number);
  const double guess = median_of(both[0]) / median_of(both[1]);
  if (may_clip(both) && guess > 0 && std::isfinite(guess)) {
    return balanced_ratio(
        [&](double ratio) { return clipped_mean_of(at(both, ratio)); }, guess);
  }
  const double ratio = mean_of(both[0]) / mean_of(both[1]);
  return std::isfinite(ratio) ? ratio : 0;
}

RelativeLevels::Distances RelativeLevels::distances(std::size_t number,
                                                    double s) const {
  if (number == reference_) {
    const double level = levels_[number];
    return clipped(about(values_of(series_[number]), level),
                   limit_about(level));
  }
  const auto both = pair(number);
  const double level = levels_[reference_];
  const double ratio = level == 0 ? 0 : s * levels_[number] / level;
  const BlockContrasts contrasts = at(both, ratio);
  return clipped(contrasts, may_clip(both) ? clip_limit(contrasts) : kNone);
}

UnlikeSides::UnlikeSides(const RelativeLevels& levels,
                         std::span<const double> coefficients, double constant)
    : distances_(levels.units(), 0.0),
      left_side_(std::max(constant, 0.0)),
      right_side_(std::max(-constant, 0.0)) {
  assert(levels.count() == coefficients.size());
  centre_.rounding = rounding_of(constant, 1);
  double left = 0;
  double right = 0;
  for (std::size_t i = 0; i < levels.count(); ++i) {
    const double amount = coefficients[i] * levels.level(i);
    centre_.rounding += rounding_of(coefficients[i], levels.level(i));
    left_side_ += std::max(amount, 0.0);
    right_side_ += std::max(-amount, 0.0);
    left = std::max(left, amount);
    right = std::max(right, -amount);
  }
  if (left > 0 && right > 0) left_weight_ = left / right;

  const std::size_t reference = levels.reference();
  const bool is_left = coefficients[reference] > 0;
  const bool may_balance = constant == 0 && left > 0 && right > 0;
  double s = 1;
  if (may_balance) {
    s = is_left ? left_side_ / right_side_ : right_side_ / left_side_;
  } else {
    centre_.value = left_side_ - right_side_;
  }
  centre_.df = static_cast<double>(levels.units()) - 1;
  for (std::size_t i = 0; i < levels.count(); ++i) {
    const bool is_scaled = (coefficients[i] > 0) != is_left;
    double factor = coefficients[i];
    if (i == reference) {
      if (may_balance || levels.level(i) == 0) continue;
      factor = (centre_.value - constant) / levels.level(i);
    }
    add_distances(levels.distances(i, is_scaled ? s : 1), factor);
  }
  centre_.df = std::max(centre_.df, 1.0);
  set_spread();
}

void UnlikeSides::add_distances(const RelativeLevels::Distances& distances,
                                double factor) {
  centre_.df = std::min(centre_.df, distances.df);
  for (std::size_t unit = 0; unit < distances_.size(); ++unit) {
    distances_[unit] += factor * distances.values[unit];
  }
}

void UnlikeSides::set_spread() {
  const Moments over_units = moments(distances_);
  const auto count = static_cast<double>(distances_.size());
  const double centre = over_units.mean();
  centre_.value += centre;
  for (const double distance : distances_) {
    const double off = distance - centre;
    third_moment_ += off * off * off / count;
  }
  centre_.variance = over_units.variance() / count;
  centre_.underflows = over_units.underflows;
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
