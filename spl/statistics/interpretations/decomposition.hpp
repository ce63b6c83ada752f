#pragma once

#include <vector>

#include "spl/statistics/interpretations/groups.hpp"
#include "spl/statistics/sample.hpp"

/// The sums of squares behind analyses of variance and comparisons of pairs.
namespace spl::statistics {

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
