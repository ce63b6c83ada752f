#pragma once

#include <optional>
#include <string>

#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/run_statistic.hpp"

/// The effect size: the ratio of the left side to the right side, with the set
/// of ratios that the deciding test does not reject (Kalibera and Jones,
/// "Quantifying Performance Changes with Effect Size Confidence Intervals",
/// invert Student's test this way; for blocks that are not clipped the result
/// is Fieller's interval).
namespace spl::statistics {

/// An estimate and interval of left / right. The interval has confidence 1 - 2
/// alpha. It excludes 1 exactly if the test at level alpha finds a difference,
/// and then lies on the side of 1 that the test found.
struct RatioInterval {
  std::optional<double> estimate;  ///< Absent if right is not above 0.
  std::optional<double> lower;     ///< Absent, like upper, if refused.
  std::optional<double> upper;
  /// Whether the lower limit, or both, come from the logarithm: see below.
  bool is_on_log_scale = false;
  std::string refusal;  ///< Why there is no interval: a sentence, or empty.
};

/// The two sides as written. Both may have the same sample. One side, not both,
/// may be a constant without terms.
struct Sides {
  SampleContrast left;
  SampleContrast right;
};

/// Returns half the width of the interval as a fraction of the estimate; absent
/// without an interval.
[[nodiscard]] std::optional<double> half_width(const RatioInterval& ratio);

/// Cuts an interval that a verdict contradicts at 1 and moves its estimate into
/// it. The interval has limits.
void agree_with(Finding finding, RatioInterval& interval);

/// Return the ratios r for which the named test does not reject
/// left - r right = 0 in either direction at level alpha, which is in (0, 0.5).
/// Refused if the test is refused.
///
/// The set is unbounded if the same test does not find the right side above 0,
/// and it reaches below 0 if the test does not find the left side above 0. A
/// quotient of durations does neither. So if no observation and no coefficient
/// is negative and both estimates are above 0, a limit that is missing or not
/// above 0 is replaced by that of the quotient's logarithm, by Student's t and
/// the error of left - r right at the estimate (delta method). Otherwise an
/// unbounded set is no interval.
[[nodiscard]] RatioInterval welch_ratio(const Sides& sides, double alpha);
[[nodiscard]] RatioInterval parametric_ratio(const Sides& sides, double alpha);
[[nodiscard]] RatioInterval run_means_ratio(const Sides& sides, double alpha,
                                            RunStatistic statistic);
[[nodiscard]] RatioInterval blocks_ratio(const Sides& sides, double alpha,
                                         RunStatistic statistic);

}  // namespace spl::statistics
