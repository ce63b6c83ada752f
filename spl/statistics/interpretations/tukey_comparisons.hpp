#pragma once

#include <cstddef>
#include <vector>

#include "spl/statistics/interpretations/groups.hpp"

namespace spl::statistics {

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

}  // namespace spl::statistics
