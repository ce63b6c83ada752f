#pragma once

#include <span>
#include <vector>

namespace spl::statistics {

/// Tests a family by Holm's step-down procedure (Holm 1979), so that any true
/// hypothesis is rejected with a probability of at most family_level, however
/// the hypotheses depend on one another. Returns the equivalent level of each
/// alone: it is rejected if and only if its p-value is at most this level.
/// `p_values` are in [0, 1].
[[nodiscard]] std::vector<double> holm_levels(std::span<const double> p_values,
                                              double family_level);

}  // namespace spl::statistics
