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
/// alpha. The answer about left and right is read from it: finding_of().
struct RatioInterval {
  std::optional<double> estimate;  ///< Absent if right is not above 0.
  /// Absent, like `upper`, if refused; 0 if no ratio is too small.
  std::optional<double> lower;
  std::optional<double> upper;  ///< Infinity if no ratio is too large.
  std::string refusal;  ///< Why there is no interval: a sentence, or empty.
};

/// The two sides as written. Both may have the same sample. One side, not both,
/// may be a constant without terms.
struct Sides {
  SampleContrast left;
  SampleContrast right;
};

/// Returns whether left is greater than right: all ratios of the interval are
/// above 1 (kGreater) or below it (kLess), or not. kUnknown without limits.
[[nodiscard]] Finding finding_of(const RatioInterval& ratio);

/// Returns half the width of the interval as a fraction of the estimate; absent
/// without an interval.
[[nodiscard]] std::optional<double> half_width(const RatioInterval& ratio);

/// Return the ratios r for which the named test does not reject
/// left - r right = 0 in either direction at level alpha, which is in (0, 0.5),
/// with all between them (ratio_search.hpp). They do not depend on a factor of
/// a side. Refused if the test is refused, or if a side is not above 0.
[[nodiscard]] RatioInterval welch_ratio(const Sides& sides, double alpha);
[[nodiscard]] RatioInterval parametric_ratio(const Sides& sides, double alpha);
[[nodiscard]] RatioInterval run_means_ratio(
    const Sides& sides, double alpha, RunStatistic statistic,
    const std::optional<Variation>& common = {});
[[nodiscard]] RatioInterval blocks_ratio(const Sides& sides, double alpha,
                                         RunStatistic statistic);

}  // namespace spl::statistics
