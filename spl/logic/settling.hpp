#pragma once

#include <cstddef>
#include <optional>

#include "spl/logic/decision.hpp"

/// Code that a warm-up has not settled: predictors and caches go on learning
/// its input, or its data go on growing, so that its typical calls get faster
/// or slower with the calls of a process.
namespace spl::logic {

/// The typical cost of late calls of long runs over that of early ones, for
/// each side; 1 for a side that is settled, as far as is seen.
struct Settling {
  double left = 1;
  double right = 1;
  /// By how much late calls change the ratio of the sides: of both as measured,
  /// since a change of one side that is too small to be told is no reason to
  /// take the other's for a difference; 1 if usual runs change no more on one
  /// side than on the other, beyond chance.
  double of_ratio = 1;
  /// Each of too few long runs changes by more than a quarter.
  bool needs_long_runs = false;

  [[nodiscard]] bool is_settled() const { return left == 1 && right == 1; }
};

struct SettlingLimits {
  double resolution = 0;
  double share = 1;  ///< What the relation has of its family's level.
};

/// Returns whether usual runs suggest that a side is not settled: their second
/// halves take longer than the first ones, or less long, in more runs than by
/// chance (sign flips at 0.25 % each way), and so much that calls would change
/// by the resolution before a run is many times as long.
[[nodiscard]] bool seems_unsettled(const Relation& relation,
                                   const Experiment& usual, double resolution);

/// Judges the sides by usual runs, which have the number, and by long runs,
/// which have the size. A side is not settled if usual runs suggest it, and if
/// the calls of long runs after the first `early` observations have changed by
/// more than the resolution in the same direction; or if in each of three or
/// more long runs they change by more than a quarter. Without long runs, the
/// halves of usual ones alone say by how much. A family shares the level of the
/// halves, but all that point one way suffice. Absent if a side is not above 0.
[[nodiscard]] std::optional<Settling> settling(const Relation& relation,
                                               const Experiment& usual,
                                               const Experiment& long_runs,
                                               std::size_t early,
                                               const SettlingLimits& limits);

/// Returns what the halves of usual runs let expect of long ones.
[[nodiscard]] Settling in_long_runs(const Settling& of_halves);

/// Returns whether late calls would turn what usual runs show: a finding if
/// they move the ratio of the sides across the formula's, give or take the
/// resolution, and its absence if they move it further than that.
[[nodiscard]] bool turns(const Settling& found, const Relation& relation,
                         const Experiment& usual, bool is_finding,
                         double resolution);

}  // namespace spl::logic
