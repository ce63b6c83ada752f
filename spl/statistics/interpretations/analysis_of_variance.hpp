#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "spl/statistics/interpretations/pair_ratios.hpp"
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

/// A comparison of two groups; all comparisons together keep the level.
struct PairComparison {
  std::size_t first = 0;  ///< Index of a group, from 0; first < second.
  std::size_t second = 0;
  double difference = 0;  ///< Mean of first minus mean of second.
  double q = 0;           ///< Studentized range statistic.
  double p = 1;           ///< Adjusted for all pairs.
  double lower = 0;       ///< Simultaneous confidence interval.
  double upper = 0;
};

/// Returns Tukey's honestly significant differences of all pairs, in Kramer's
/// form if sizes differ, at simultaneous confidence `level` in (0, 1). Empty if
/// nothing varies inside the groups; compare the means then. Throws like
/// analysis_of_variance(), and for another level.
[[nodiscard]] std::vector<PairComparison> tukey_comparisons(
    const Groups& groups, double level, Design design = Design::kIndependent);

/// The means of groups less an offset common to all, so that their differences
/// keep their digits, and the sums of squares.
struct Decomposition {
  double offset = 0;
  std::vector<double> excesses;
  double between = 0;
  double within = 0;
  double df_between = 0;
  double df_within = 0;
  bool underflows = false;  ///< Values differ, but `within` does not show it.
};

/// Returns the decomposition of groups. Throws as analysis_of_variance() does,
/// but for squares that underflow.
[[nodiscard]] Decomposition decompose(const Groups& groups, Design design);

/// Returns that of the runs of a sample.
[[nodiscard]] Decomposition decompose(const Sample& sample);

}  // namespace spl::statistics
