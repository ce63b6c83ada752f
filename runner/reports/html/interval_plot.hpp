#pragma once

#include <optional>
#include <string>

/// Ratios with their intervals as drawings, for all relations on one scale.
namespace spl::runner {

/// A ratio to draw; both limits, or none.
struct PlottedRatio {
  double estimate = 1;
  std::optional<double> lower;
  std::optional<double> upper;
};

/// Returns the place of a ratio on the scale, from 0 to kPlotWidth: 1 is in the
/// middle, changes below some 2 % are in proportion, and greater ones are on a
/// logarithmic scale. What is beyond a factor of 16 is at the end.
[[nodiscard]] double place_on_scale(double ratio);

inline constexpr double kPlotWidth = 200;

/// Returns an SVG of both ratios: the first above as a broad bar with a large
/// dot, the second below as a thin line with a stroke. Empty without any.
[[nodiscard]] std::string interval_plot(
    const std::optional<PlottedRatio>& first,
    const std::optional<PlottedRatio>& second);

/// Returns an SVG of the scale's ticks, for the heading.
[[nodiscard]] std::string plot_scale();

}  // namespace spl::runner
