#pragma once

#include <cstddef>
#include <optional>

#include "spl/logic/decision.hpp"

/// Effects that appear only after more calls than a usual run makes: growth,
/// rehashing, rotation, leaks. Long runs come in pairs, one of each side. Each
/// is compared with its own beginning, which cancels the speed of the run.
namespace spl::logic {

/// The most pairs that are measured.
inline constexpr std::size_t kMostLongPairs = 12;

/// The fewest pairs whose chance of all pointing one way is below a look's
/// level.
inline constexpr std::size_t kFewestLongPairs = 9;

/// The result of the pairs so far.
struct LateCalls {
  std::size_t pairs = 0;
  /// The cost of calls after the usual length of a run over the cost before,
  /// for each side: the geometric mean over the pairs.
  double left = 1;
  double right = 1;
  /// P-values of left over right, by the sign-flip test of the logarithms.
  double p_greater = 1;
  double p_less = 1;
  /// The largest such quotient by chance: later halves of usual runs over
  /// their first ones, left over right, or its inverse if that is above 1.
  double by_chance = 1;
  double share = 1;  ///< What the relation has of its family's level.

  /// Returns the growth of the left side over that of the right, a factor.
  [[nodiscard]] double quotient() const { return left / right; }
};

/// Compares late calls with early calls. `long_runs` has a sample of each
/// performance of the relation, all with one run for each pair. The first
/// `usual` observations of a run are those of a usual run. Absent if a run has
/// no more observations, or if a side is not above 0.
[[nodiscard]] std::optional<LateCalls> late_calls(const Relation& relation,
                                                  const Experiment& long_runs,
                                                  std::size_t usual);

/// Returns LateCalls::by_chance of blocks of usual runs; 1 if a run has a
/// single observation.
[[nodiscard]] double late_calls_by_chance(const Relation& relation,
                                          const Experiment& blocks);

/// Limits of the ratio of the sides' means, left over right, by usual runs.
struct MeanLimits {
  double lower = 1;
  double upper = 1;
};

/// The consequence of late calls for a relation whose usual runs exclude a
/// change of the mean by `resolution`.
enum class LateVerdict {
  kNoChange,  ///< Late calls would not turn the verdict.
  kMorePairs,
  kChange  ///< They would.
};

/// Judges the pairs. Late calls would turn the verdict if they change the ratio
/// of the sides by more than the resolution in a direction that counts, and if
/// the limit of the mean times that change is then beyond the resolution. So a
/// margin that is wider than the change stays decided. `is_last` means that
/// there is no time for more pairs; the look then has the rest of 1 %, or of
/// the relation's share of that. Pairs that are too few for that level (six,
/// where it is not shared) must all point one way, and their mean lie beyond
/// all usual runs, which among n blocks is chance once in n + 1. Anything else
/// is chance.
[[nodiscard]] LateVerdict verdict_of(const LateCalls& found, Sign sign,
                                     const MeanLimits& usual, double resolution,
                                     bool is_last);

}  // namespace spl::logic
