#pragma once

#include <cstddef>
#include <span>

#include "spl/statistics/sample.hpp"

/// Quantiles of single runs.
namespace spl::statistics {

/// The quantile of at least one number at a fraction in (0, 1), between the
/// order statistics about it (definition 7 of Hyndman and Fan 1996, "Sample
/// quantiles in statistical packages"). At 0.5 it is the median.
[[nodiscard]] double quantile(std::span<const double> numbers, double fraction);

/// So many of a run's observations lie beyond a quantile at least; with fewer
/// it hangs on where the last few happen to be.
inline constexpr std::size_t kBeyondQuantile = 10;

/// The fewest observations of a run with that many beyond the quantile on its
/// nearer side: 1000 at 0.99. The fraction is in (0, 1).
[[nodiscard]] std::size_t observations_for_quantile(double fraction);

/// The quantile of each run in the place of its observations.
[[nodiscard]] Sample run_quantiles(const Sample& sample, double fraction);

}  // namespace spl::statistics
