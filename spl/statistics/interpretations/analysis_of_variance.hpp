#pragma once

#include <optional>
#include <vector>

#include "spl/statistics/interpretations/groups.hpp"
#include "spl/statistics/sample.hpp"

/// Comparison of more than two alternatives (Georges, Buytaert and Eeckhout, on
/// statistically rigorous performance evaluation). Means, differences and
/// intervals have the unit of the values, squares its square.
namespace spl::statistics {

/// An analysis of variance, the test whether any means of the groups differ.
/// For blocks, `squares_within` is the variation of differences between groups
/// from block to block (the residual of a randomized block design), so that two
/// groups are compared as by a paired t-test.
struct AnalysisOfVariance {
  std::vector<double> means;
  double squares_between = 0;
  double squares_within = 0;
  double df_between = 0;
  double df_within = 0;
  std::optional<double> f;  ///< Absent, like p, if nothing varies inside.
  std::optional<double> p;  ///< P(F > f) if the groups have equal means.
};

/// Returns the analysis of variance of the groups. Throws std::invalid_argument
/// for fewer than two groups, an empty group, a number that is not finite, no
/// more values than groups, values inside groups whose squared differences
/// underflow, and blocks of different sizes.
[[nodiscard]] AnalysisOfVariance analysis_of_variance(
    const Groups& groups, Design design = Design::kIndependent);

/// Analyses the runs of a sample as groups, under the same conditions.
[[nodiscard]] AnalysisOfVariance analysis_of_runs(const Sample& sample);

}  // namespace spl::statistics
