#pragma once

#include <optional>
#include <span>

#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/run_series.hpp"

namespace spl::statistics {

/// Returns the ratio of typical calls of sides that differ in form: the r at
/// which the centre of left - r right (unlike_sides.hpp) is 0. The interval
/// holds all r that Student's t does not reject at this level in either
/// direction; there is none for level 0. A limit that this set lacks is taken
/// on a log scale, by the error of left - r right at the estimate. Takes one
/// coefficient of left - right for each series, and the constant of left -
/// right. Absent if the typical calls of a side are not above 0.
[[nodiscard]] std::optional<RatioInterval> unlike_ratio(
    std::span<const RunSeries> series, std::span<const double> coefficients,
    double constant, double level);

}  // namespace spl::statistics
