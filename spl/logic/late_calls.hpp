#pragma once

#include <cstddef>
#include <optional>

#include "spl/logic/decision.hpp"

/// What only happens after more calls than a usual run makes: growth,
/// rehashing, rotation, leaks. Long runs, one of each side in a pair, are
/// compared with their own beginnings, which takes out how fast a run is.
namespace spl::logic {

/// So many pairs at most.
inline constexpr std::size_t kMostLongPairs = 12;

/// So few can all point one way by chance in less than a look's level.
inline constexpr std::size_t kFewestLongPairs = 9;

/// What the pairs so far show.
struct LateCalls {
  std::size_t pairs = 0;
  /// Calls after the usual length of a run over those before, of each side: the
  /// geometric mean over the pairs.
  double left = 1;
  double right = 1;
  /// P-values of left over right: of the sign-flip test of its logarithms.
  double p_greater = 1;
  double p_less = 1;

  /// How much later calls cost on the left than on the right, as a factor.
  [[nodiscard]] double quotient() const { return left / right; }
};

/// `long_runs` has a sample of each performance of the relation, all of as many
/// runs, one for each pair; `usual` observations of them are a usual run's.
/// Absent where a run has no more, or a side is not above 0.
[[nodiscard]] std::optional<LateCalls> late_calls(const Relation& relation,
                                                  const Experiment& long_runs,
                                                  std::size_t usual);

/// What follows for a relation that usual runs hold to show no change of its
/// mean by `resolution`.
enum class LateVerdict {
  kNoChange,  ///< Late calls change the quotient of the sides by no more.
  kMorePairs,
  kChange  ///< They do, in a direction that would turn the verdict.
};

/// `is_last`: there is no time for more pairs. The look has what is left of 1 %
/// then; of fewer pairs than seven, which cannot reach that, all must point one
/// way. What does not is chance.
[[nodiscard]] LateVerdict verdict_of(const LateCalls& found, Sign sign,
                                     double resolution, bool is_last);

}  // namespace spl::logic
