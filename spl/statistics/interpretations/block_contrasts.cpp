#include "spl/statistics/interpretations/block_contrasts.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

constexpr double kMedians = 2;
constexpr double kRounding = 1e-12;  ///< Relative error.
constexpr double kEqual = 1 + 1e-9;  ///< Factors up to this are rounding.

std::vector<double> sizes_of(const BlockContrasts& contrasts) {
  std::vector<double> sizes;
  sizes.reserve(contrasts.excesses.size());
  for (const double excess : contrasts.excesses) {
    sizes.push_back(std::abs(contrasts.offset + excess));
  }
  return sizes;
}

// Returns the coefficients of one side, ordered by size.
std::vector<double> side(std::span<const double> coefficients, double sign) {
  std::vector<double> result;
  for (const double coefficient : coefficients) {
    if (sign * coefficient > 0) result.push_back(sign * coefficient);
  }
  std::ranges::sort(result);
  return result;
}

bool are_proportional(const std::vector<double>& left,
                      const std::vector<double>& right) {
  if (left.empty() || left.size() != right.size()) return false;
  for (std::size_t i = 1; i < left.size(); ++i) {
    const double one = left[i] * right[0];
    const double other = right[i] * left[0];
    if (std::abs(one - other) > kRounding * one) return false;
  }
  return true;
}

// Returns the share of the positive terms in the sizes of both sides, for each
// block. It distinguishes quotients, and exists if both sides are 0.
std::vector<double> shares(std::span<const RunSeries> series,
                           std::span<const double> coefficients) {
  std::vector<double> result;
  for (std::size_t block = 0; block < series.front().excesses.size(); ++block) {
    double left = 0;
    double both = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
      const double term =
          coefficients[i] * (series[i].offset + series[i].excesses[block]);
      if (coefficients[i] > 0) left += term;
      both += std::abs(term);
    }
    result.push_back(both == 0 ? 0 : left / both);
  }
  return result;
}

// Whether the share of equal numbers exceeds the least share for which a limit
// is chosen.
bool many_are_equal(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const std::size_t many = numbers.size() / 4;
  for (std::size_t i = many; i < numbers.size(); ++i) {
    const double first = numbers[i - many];
    if (numbers[i] - first <= kRounding * std::abs(first)) return true;
  }
  return false;
}

// Returns the degrees of freedom if `kept` of the contrasts are not clipped.
double degrees_of_freedom(std::size_t kept, std::size_t count) {
  return static_cast<double>(kept) - (kept == count ? 1 : 2);
}

// Returns the estimated variance of the value with this limit, times the number
// of contrasts, and a cost for few degrees of freedom: at small levels
// Student's quantile is about 1 + 3/df times the normal one.
double cost(std::span<const double> sizes, double limit) {
  double squares = 0;
  std::size_t kept = 0;
  for (const double size : sizes) {
    const double clipped = std::min(size, limit);
    squares += clipped * clipped;
    if (is_within(size, limit)) ++kept;
  }
  const auto count = static_cast<double>(sizes.size());
  const double share = static_cast<double>(kept) / count;
  const double df = std::max(degrees_of_freedom(kept, sizes.size()), 1.0);
  const double factor = (1 + 3 / df) / share;
  return squares / count * factor * factor;
}

// Returns the best limit for contrasts of these sizes, which are in order: the
// usual limit or a closer one. All limits are above the rounding.
double best_limit(std::span<const double> sizes, double usual,
                  double rounding) {
  constexpr std::size_t kEnoughBlocks = 12;
  constexpr std::size_t kFewestKept = 5;
  constexpr double kShares[] = {0.6, 0.5, 0.35, 0.25};
  if (sizes.size() < kEnoughBlocks) return usual;
  double best = usual;
  double least = cost(sizes, usual);
  for (const double share : kShares) {
    const auto kept = static_cast<std::size_t>(
        std::ceil(share * static_cast<double>(sizes.size())));
    const double limit = sizes[kept - 1];
    if (kept < kFewestKept || !(limit > rounding)) break;
    const double here = cost(sizes, limit);
    if (here < least / kEqual) {
      least = here;
      best = limit;
    }
  }
  return best;
}

Estimate clipped_at(double limit, BlockContrasts contrasts) {
  std::size_t clipped = 0;
  for (double& excess : contrasts.excesses) {
    const double contrast = contrasts.offset + excess;
    if (is_within(std::abs(contrast), limit)) continue;
    excess = std::copysign(limit, contrast) - contrasts.offset;
    ++clipped;
  }
  Estimate result = mean_of(contrasts);
  if (clipped == 0) return result;
  const std::size_t count = contrasts.excesses.size();
  const double share =
      static_cast<double>(count - clipped) / static_cast<double>(count);
  result.value /= share;
  result.variance /= share * share;
  result.df = degrees_of_freedom(count - clipped, count);
  return result;
}

}  // namespace

BlockContrasts block_contrasts(std::span<const RunSeries> series,
                               std::span<const double> coefficients,
                               double constant) {
  assert(series.size() == coefficients.size());
  assert(!series.empty());
  BlockContrasts result;
  CompensatedSum offset;
  offset.add(constant);
  result.rounding = rounding_of(constant, 1);
  for (std::size_t i = 0; i < series.size(); ++i) {
    offset.add_product(coefficients[i], series[i].offset);
    result.rounding += rounding_of(coefficients[i], series[i].offset);
  }
  result.offset = offset.value();

  const std::size_t block_count = series.front().excesses.size();
  result.excesses.reserve(block_count);
  for (std::size_t block = 0; block < block_count; ++block) {
    CompensatedSum excess;
    for (std::size_t i = 0; i < series.size(); ++i) {
      excess.add_product(coefficients[i], series[i].excesses[block]);
    }
    result.excesses.push_back(excess.value());
  }
  return result;
}

Estimate mean_of(const BlockContrasts& contrasts) {
  const Moments over_blocks = moments(contrasts.excesses);
  const auto count = static_cast<double>(contrasts.excesses.size());
  CompensatedSum value;
  value.add(contrasts.offset);
  value.add(over_blocks.offset);
  value.add(over_blocks.excess);
  Estimate result;
  result.value = value.value();
  result.variance = over_blocks.variance() / count;
  result.df = count - 1;
  result.rounding = contrasts.rounding;
  result.underflows = over_blocks.underflows;
  return result;
}

BlockContrasts about(BlockContrasts contrasts, double centre) {
  contrasts.offset -= centre;
  return contrasts;
}

double clip_limit(const BlockContrasts& contrasts) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::vector<double> sizes = sizes_of(contrasts);
  std::ranges::sort(sizes);
  const double usual = kMedians * median(sizes);
  if (!(usual > contrasts.rounding)) return kNone;
  const double best = best_limit(sizes, usual, contrasts.rounding);
  const Estimate there = clipped_at(best, contrasts);
  // Otherwise only signs, all equal, are left.
  const bool varies = std::sqrt(there.variance) > there.rounding;
  return varies ? best : usual;
}

Estimate clipped_mean_of(const BlockContrasts& contrasts) {
  return clipped_at(clip_limit(contrasts), contrasts);
}

bool is_within(double size, double limit) { return size <= limit * kEqual; }

std::vector<double> clipped_values(const BlockContrasts& contrasts,
                                   double limit) {
  std::vector<double> values;
  values.reserve(contrasts.excesses.size());
  for (const double excess : contrasts.excesses) {
    const double value = contrasts.offset + excess;
    values.push_back(std::clamp(value, -limit, limit));
  }
  return values;
}

bool are_alike_in_form(std::span<const double> coefficients, double constant) {
  return constant == 0 &&
         are_proportional(side(coefficients, 1), side(coefficients, -1));
}

bool is_clippable(std::span<const RunSeries> series,
                  std::span<const double> coefficients, double constant) {
  constexpr std::size_t kEnoughBlocks = 8;
  return series.front().excesses.size() >= kEnoughBlocks &&
         are_alike_in_form(coefficients, constant) &&
         !many_are_equal(shares(series, coefficients));
}

}  // namespace spl::statistics
