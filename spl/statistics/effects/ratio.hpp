#pragma once

#include <optional>
#include <string>

#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/run_statistic.hpp"

/// The effect size: how many times the right side the left side is, with the
/// set of ratios that the deciding test does not reject (Kalibera and Jones,
/// "Quantifying Performance Changes with Effect Size Confidence Intervals",
/// invert Student's test this way; on blocks that are not clipped it is
/// Fieller's interval).
namespace spl::statistics {

/// What is known of left / right. The interval has confidence 1 - 2 alpha. It
/// excludes 1 exactly when the test at level alpha finds left and right to
/// differ, and then lies on the side of 1 that was found.
struct RatioInterval {
  std::optional<double> estimate;  ///< Absent if right is not above 0.
  std::optional<double> lower;     ///< Absent, as is upper, if refused.
  std::optional<double> upper;
  /// The lower limit, or both, are those of the logarithm: see below.
  bool is_on_log_scale = false;
  std::string refusal;  ///< Why there is no interval: a sentence, or empty.
};

/// The two sides as written. The same sample may be on both; one side may be
/// a constant only (no terms), not both.
struct Sides {
  SampleContrast left;
  SampleContrast right;
};

/// Half the width of the interval, as a fraction of the estimate; absent where
/// there is none.
[[nodiscard]] std::optional<double> half_width(const RatioInterval& ratio);

/// An interval that a verdict contradicts is cut at 1, and its estimate lies
/// in it. The interval has limits.
void agree_with(Finding finding, RatioInterval& interval);

/// The ratios r for which the test named does not reject left - r right = 0 in
/// either direction at level alpha, which is in (0, 0.5). Refused where the
/// test is.
///
/// That set is unbounded where the right side is not above 0 by that same test,
/// and it reaches below 0 where the left side is not. No quotient of durations
/// does either: where nothing observed and no coefficient is negative, and both
/// estimates are above 0, a limit that is missing or not above 0 is then that
/// of the logarithm of the quotient, by Student's t and the error of left - r
/// right at the estimate (delta method). Else an unbounded set is no interval.
[[nodiscard]] RatioInterval welch_ratio(const Sides& sides, double alpha);
[[nodiscard]] RatioInterval parametric_ratio(const Sides& sides, double alpha);
[[nodiscard]] RatioInterval run_means_ratio(const Sides& sides, double alpha,
                                            RunStatistic statistic);
[[nodiscard]] RatioInterval blocks_ratio(const Sides& sides, double alpha,
                                         RunStatistic statistic);

}  // namespace spl::statistics
