#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spl/statistics/sample.hpp"

/// More than two alternatives at once (Georges, Buytaert and Eeckhout, on
/// statistically rigorous performance evaluation). Means, differences and
/// intervals have the unit of the values, squares its square.
namespace spl::statistics {

/// Values by alternative.
using Groups = std::vector<std::vector<double>>;

/// What the values of the groups have in common.
enum class Design {
  kIndependent,  ///< Nothing.
  kBlocks        ///< The i-th of each group is of block i; sizes are equal.
};

/// Analysis of variance: do the means of the groups differ at all? In blocks
/// `within` is what differences between groups vary from block to block (the
/// residual of a randomized block design), and two groups are compared as by a
/// paired t-test.
struct AnalysisOfVariance {
  std::vector<double> means;
  double squares_between = 0;
  double squares_within = 0;
  double df_between = 0;
  double df_within = 0;
  std::optional<double> f;  ///< Absent, as is p, where nothing varies inside.
  std::optional<double> p;  ///< P(F > f), the groups having equal means.
};

/// Throws std::invalid_argument with fewer than two groups, an empty group, a
/// number that is not finite, or not more values than groups, and where the
/// values inside groups differ by too little for their squares; in blocks, too,
/// where sizes differ.
[[nodiscard]] AnalysisOfVariance analysis_of_variance(
    const Groups& groups, Design design = Design::kIndependent);

/// The runs of a sample as the groups; the same conditions.
[[nodiscard]] AnalysisOfVariance analysis_of_runs(const Sample& sample);

/// Two groups compared such that all comparisons together keep the level.
struct PairComparison {
  std::size_t first = 0;  ///< Index of a group, from 0; first < second.
  std::size_t second = 0;
  double difference = 0;  ///< Mean of first minus mean of second.
  double q = 0;           ///< Studentized range statistic.
  double p = 1;           ///< Adjusted for all pairs.
  double lower = 0;       ///< Simultaneous confidence interval.
  double upper = 0;
};

/// Tukey's honestly significant differences of all pairs, in the form of
/// Kramer where sizes differ, at simultaneous confidence `level` in (0, 1).
/// Empty where nothing varies inside the groups: compare the means then.
/// Throws like analysis_of_variance, and for another level.
[[nodiscard]] std::vector<PairComparison> tukey_comparisons(
    const Groups& groups, double level, Design design = Design::kIndependent);

}  // namespace spl::statistics
