#pragma once

#include <span>
#include <vector>

namespace spl::statistics {

/// One hypothesis of a family under Holm's step-down procedure (Holm 1979).
struct HolmStep {
  double adjusted_p = 1;  ///< Rejected at family level f iff at most f.
  /// The level for this hypothesis alone that gives the same answer: it is
  /// rejected iff its p-value is at most this.
  double level = 0;
  bool rejected = false;
};

/// Steps in the order of the p-values, for the chance of at most family_level
/// that any true hypothesis is rejected, however they depend on one another.
/// The steps have the order of the p-values given, which are in [0, 1].
[[nodiscard]] std::vector<HolmStep> holm(std::span<const double> p_values,
                                         double family_level);

}  // namespace spl::statistics
