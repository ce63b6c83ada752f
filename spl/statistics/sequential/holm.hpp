#pragma once

#include <span>
#include <vector>

namespace spl::statistics {

/// One hypothesis of a family under Holm's step-down procedure (Holm 1979).
struct HolmStep {
  /// Rejected at family level f if and only if it is at most f.
  double adjusted_p = 1;
  /// The equivalent level for this hypothesis alone: it is rejected if and only
  /// if its p-value is at most this level.
  double level = 0;
  bool rejected = false;
};

/// Tests a family so that any true hypothesis is rejected with a probability of
/// at most family_level, however the hypotheses depend on one another. The
/// steps have the order of `p_values`, which are in [0, 1].
[[nodiscard]] std::vector<HolmStep> holm(std::span<const double> p_values,
                                         double family_level);

}  // namespace spl::statistics
