#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "spl/statistics/history/change_points.hpp"

namespace spl::statistics {

/// A ratio to a reference that was measured in the same blocks, at one place of
/// a history. The interval may reach to 0 and to infinity.
struct RatioPoint {
  /// The place, by any numbers that rise along the history; some may be
  /// missing.
  std::size_t position = 0;
  double ratio = 1;
  double lower = 1;
  double upper = 1;
};

/// Ratios along a history. A machine that is slower for a while slows their
/// references too, so a change is one of the code. Invariants: positions rise;
/// ratios are finite and above 0; each interval holds its ratio.
class RatioSeries {
 public:
  RatioSeries() = default;

  /// Throws std::invalid_argument if the invariants do not hold.
  explicit RatioSeries(std::vector<RatioPoint> points);

  [[nodiscard]] std::span<const RatioPoint> points() const { return points_; }

  /// Returns the natural logarithms of the ratios, on whose scale a factor is
  /// the same change at any ratio.
  [[nodiscard]] std::vector<double> log_ratios() const;

 private:
  std::vector<RatioPoint> points_;
};

/// The ratio of the points between two changes, with its interval.
struct RatioLevel {
  std::size_t points = 0;
  double ratio = 1;
  double lower = 1;
  double upper = 1;
};

/// A change of the ratio between two neighbouring points.
struct RatioChange {
  std::size_t last_before = 0;  ///< Position of the last point before it.
  std::size_t first_after = 0;  ///< Position of the first point after it.
  double p = 1;                 ///< The p of the change point.
  RatioLevel before;            ///< Since the change before, or the beginning.
  RatioLevel after;             ///< Up to the next change, or the end.
  /// The ratio after over the ratio before, with its interval. It may hold 1:
  /// then the spread changes, or few points have changed.
  double factor = 1;
  double lower = 1;
  double upper = 1;
};

struct RatioChangeSettings {
  ChangePointSettings search;
  double confidence = 0.95;  ///< The confidence of each interval, in (0, 1).
};

/// Finds the changes of a series: E-divisive on the log ratios, then the levels
/// between the change points.
///
/// A level is the geometric mean of its ratios; from eight ratios on, those far
/// from their median are clipped (block_contrasts.hpp), so that a spike moves
/// it little. Its interval is Student's, and that of the factor Welch's, both
/// by the scatter of the points: it has what differs between revisions and
/// days, which the intervals of single points do not see. As the place of a
/// change is chosen by the same points, the factor is on average a little too
/// large; fresh blocks on both sides of the change tell how much.
///
/// Throws std::invalid_argument as change_points() does, and for a confidence
/// out of range.
[[nodiscard]] std::vector<RatioChange> ratio_changes(
    const RatioSeries& series, const RatioChangeSettings& settings = {});

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
