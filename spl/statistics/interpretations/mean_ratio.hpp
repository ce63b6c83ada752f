#pragma once

#include <optional>
#include <span>

#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// The ratio of the plain means of two sides, left over right, with one-sided
/// limits.
struct MeanRatio {
  double estimate = 1;
  double lower = 1;
  double upper = 1;
};

/// Computes the ratio r of the means of both sides and, from MeanLimits of
/// left - r right, how far its mean of 0 may be below and above. What lies
/// above is added to the left side and what lies below to the right side, since
/// rare events, seen and unseen, add to the side on which they are. So limits
/// of times are above 0, and those of right over left are the reciprocals.
///
/// `typical` and `plain` have a series for each coefficient of left - right,
/// all with the same number of units, at least two; `confidence` is in (0.5,
/// 1). Absent if the mean of the right side is not above 0.
[[nodiscard]] std::optional<MeanRatio> mean_ratio(
    std::span<const RunSeries> typical, std::span<const RunSeries> plain,
    std::span<const double> coefficients, double constant, double confidence);

}  // namespace spl::statistics
