#pragma once

#include <functional>
#include <limits>

#include "spl/statistics/moments.hpp"

namespace spl::statistics {

/// One-sided p-values of a contrast.
struct PartTest {
  double p_greater = 1;
  double p_less = 1;
};

/// The ratios of left over right that a test does not reject, with all between
/// them. No lower end is 0 and no upper end is infinity.
struct RatioSet {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
};

/// Returns the ratios in both sets; the ends of the result cross if there are
/// none.
[[nodiscard]] RatioSet common(const RatioSet& one, const RatioSet& other);

/// The p-values of left - ratio * right.
using TestOfRatio = std::function<PartTest(double ratio)>;

/// Returns the p-values of Student's t. If nothing varies, the sign of a value
/// beyond rounding decides; both are 1 if they cannot be computed.
[[nodiscard]] PartTest student(const Estimate& estimate);

/// Searches the ends of the set of ratios whose p-values are both at least
/// `level`, from outside: from a millionth and a million times `guess`, which
/// is above 0 and near the set. So gaps of the set belong to the result, and
/// ends do not depend on what the ratio is compared with. An end is off by at
/// most a millionth of a millionth, away from the middle.
[[nodiscard]] RatioSet search_ratios(const TestOfRatio& test, double guess,
                                     double level);

/// Returns the ratio at which left - ratio * right, which falls as the ratio
/// grows, has the value 0: `guess` if it has it there but for rounding, or at
/// no ratio up to a million times smaller or greater.
[[nodiscard]] double balanced_ratio(
    const std::function<Estimate(double ratio)>& contrast, double guess);

}  // namespace spl::statistics
