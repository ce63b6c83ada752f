#pragma once

#include <optional>
#include <span>

#include "spl/statistics/history/ratio_series.hpp"

namespace spl::statistics {

/// A slow change along a history: many small steps, none of which needs to
/// show.
struct RatioDrift {
  /// The last ratio over the first, on the straight line of least squares
  /// through the logarithms of the ratios, with Student's interval by the
  /// scatter of the points about the line.
  double factor = 1;
  double lower = 1;
  double upper = 1;
  double p = 1;  ///< That of the trend of Mann and Kendall (trend.hpp).
};

/// Returns the drift of ratios, whose positions rise; absent where trend() is.
/// `confidence` is that of the interval, in (0, 1).
[[nodiscard]] std::optional<RatioDrift> ratio_drift(
    std::span<const RatioPoint> points, double confidence);

}  // namespace spl::statistics
