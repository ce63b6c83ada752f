#pragma once

#include <vector>

#include "spl/statistics/effects/ratio.hpp"
#include "spl/statistics/interpretations/pair_ratios.hpp"

/// One ratio for many comparisons.
namespace spl::statistics {

/// What both sides of a comparison take in each run.
struct RatioMember {
  std::vector<double> left;
  std::vector<double> right;
};

/// Returns the geometric mean over the members of left / right, with its
/// interval of confidence 1 - 2 alpha; alpha is in (0, 0.5). A run counts by
/// the mean of the members' logarithms, so that what a run does to all members
/// is no evidence of many. Then Student's t decides: of the differences in
/// blocks, or Welch's of independent runs. If nothing varies, the interval is
/// the ratio itself. Refused without members, with fewer than two runs of a
/// side, where members differ in their runs, blocks in their sides, and where a
/// value is not above 0.
[[nodiscard]] RatioInterval geometric_ratio(
    const std::vector<RatioMember>& members, Design design, double alpha);

}  // namespace spl::statistics
