#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/logic/relation.hpp"

/// Pairs of runs outside all blocks and longer than theirs, in which late calls
/// show (late_calls.hpp).
namespace spl::runner {

/// Returns the number of observations of a long run of the relation. A pair
/// takes a quarter of the time of the blocks, or a hundredth of the budget if
/// that is more, and the rest of the budget must hold the fewest pairs that
/// decide. At most 26 times as many as usual; 0 if that leaves less than four
/// times as many.
[[nodiscard]] std::uint64_t observations_of_long_run(
    const logic::Relation& relation, const Group& group,
    const GroupResult& result);

/// Returns whether another pair would overrun the group's budget.
[[nodiscard]] bool is_time_for_long_runs_over(const Group& group,
                                              const GroupResult& result);

/// Returns the runs of all pairs that every performance of the relation has, or
/// the failure of one.
[[nodiscard]] logic::Experiment long_runs(const logic::Relation& relation,
                                          const GroupResult& result);

/// Returns the failure of one of the runs: a sentence, or empty.
[[nodiscard]] std::string failure_of_long_run(const logic::Experiment& runs);

/// Returns the number of observations of a run in a block.
[[nodiscard]] std::size_t usual_observations(const logic::Relation& relation,
                                             const GroupResult& result);

/// Returns a clause with its remedy: "late calls of a take 2.3 times as long as
/// early ones, ...".
[[nodiscard]] std::string late_calls_text(const logic::Relation& relation,
                                          const logic::LateCalls& found,
                                          std::uint64_t observations);

/// How far the calls of a process were followed.
struct Followed {
  double calls = 0;    ///< From the first one on.
  double seconds = 0;  ///< The time of these calls.
};

/// Returns the longest run, in these blocks and in long runs, of the relation's
/// performance whose runs made the fewest calls.
[[nodiscard]] Followed followed(const logic::Relation& relation,
                                const GroupResult& result, std::size_t blocks);

}  // namespace spl::runner
