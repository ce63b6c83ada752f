#pragma once

#include <cstddef>
#include <span>

#include "spl/statistics/sample.hpp"

/// Quantiles of single runs.
namespace spl::statistics {

/// Returns the quantile of at least one number at a fraction in (0, 1),
/// interpolated between order statistics (definition 7 of Hyndman and Fan 1996,
/// "Sample quantiles in statistical packages"). At 0.5 it is the median.
[[nodiscard]] double quantile(std::span<const double> numbers, double fraction);

/// The fewest observations of a run that must lie beyond a quantile. With
/// fewer observations, chance decides the quantile.
inline constexpr std::size_t kBeyondQuantile = 10;

/// Returns the fewest observations of a run that have `kBeyondQuantile` beyond
/// the quantile on its nearer side: 1000 at 0.99. The fraction is in (0, 1).
[[nodiscard]] std::size_t observations_for_quantile(double fraction);

/// Returns the sample with the quantile of each run as its only observation.
[[nodiscard]] Sample run_quantiles(const Sample& sample, double fraction);

/// Puts at `rank` (from 0, below the count) the number that sorting would put
/// there, with no greater number before it and no lower one after it, in linear
/// time. Several times faster than std::nth_element on numbers in random order.
void select(std::span<double> numbers, std::size_t rank);

}  // namespace spl::statistics
