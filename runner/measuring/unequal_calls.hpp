#pragma once

#include <cstddef>
#include <string>

#include "runner/measuring/group_result.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/logic/relation.hpp"

/// What is wrong with times that decide a relation. If sides cannot make the
/// same calls, the cost of a call must not depend on how many calls went
/// before.
namespace spl::runner {

/// Returns a sentence if it depends so much that the relation, which is then
/// not decided, would come out otherwise if the sides of its first `blocks`
/// blocks had made equally many calls; else empty. `resolution` is the smallest
/// change that matters, as a fraction of the right side.
[[nodiscard]] std::string lack_of_equal_calls(const logic::Relation& relation,
                                              const GroupResult& result,
                                              std::size_t blocks,
                                              double resolution);

/// Returns a sentence if the sides differ, and no longer do if the cost of
/// reading the clock between start() and stop() is as uncertain as the runs say
/// (CallFacts); else empty.
[[nodiscard]] std::string lack_of_equal_timing(const logic::Relation& relation,
                                               const GroupResult& result,
                                               std::size_t blocks,
                                               double resolution);

/// The processors that a host has, and what a quota grants of them.
struct Quota {
  double granted = 1;
  double processors = 1;

  /// Returns how many times as long work may take whose waiting is not seen: as
  /// if all processors had worked for it.
  [[nodiscard]] double slowdown() const { return processors / granted; }
};

/// Returns a sentence if the relation limits times and a quota grants its group
/// less than a processor: what the group waits for then may fall between the
/// runs, and is missing from times that stay below the limit. Empty if the
/// times were found to be beyond the limit all the same, or their mean stays
/// below it by more than the slowdown.
[[nodiscard]] std::string lack_of_whole_time(const logic::Relation& relation,
                                             bool is_beyond, const Quota& quota,
                                             const logic::MeanLimits& mean);

}  // namespace spl::runner
