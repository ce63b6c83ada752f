#pragma once

#include <cstddef>
#include <vector>

namespace spl::statistics {

/// Values by alternative.
using Groups = std::vector<std::vector<double>>;

/// The relation between the values of different groups.
enum class Design {
  kIndependent,  ///< Independent values.
  kBlocks  ///< The i-th value of each group is from block i; sizes are equal.
};

/// The ratio of two groups; the intervals of all pairs together keep the level.
struct PairRatio {
  std::size_t first = 0;  ///< Index of a group, from 0; first < second.
  std::size_t second = 0;
  double ratio = 1;  ///< First over second: of geometric means.
  double p = 1;      ///< Adjusted for all pairs.
  double lower = 1;  ///< Simultaneous confidence interval.
  double upper = 1;
};

/// Compares all pairs on logarithms, each with the variances of its own groups
/// and Welch's degrees of freedom, by the studentized range (Games and Howell
/// 1976); in blocks with the variance of its own differences. So a group that
/// varies much, or takes long, hides nothing of the others. If nothing varies,
/// the interval is the ratio itself. Empty if a value is not above 0. Throws
/// std::invalid_argument for fewer than two groups, fewer than two values in
/// one, blocks of different sizes, and a `level` outside (0, 1).
[[nodiscard]] std::vector<PairRatio> pair_ratios(
    const Groups& groups, double level, Design design = Design::kIndependent);

}  // namespace spl::statistics
