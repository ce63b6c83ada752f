#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/logic/relation.hpp"

/// Pairs of runs that are longer than those of blocks and none of them, in
/// which late calls show (late_calls.hpp).
namespace spl::runner {

/// How many observations a long run of the relation is to have: so many that a
/// pair takes a quarter of what the blocks took, or a hundredth of the budget
/// if that is more, but that the rest of the budget holds the fewest pairs that
/// decide; and 26 times as many as usual at most; 0 where that is not four
/// times as many.
[[nodiscard]] std::uint64_t observations_of_long_run(
    const logic::Relation& relation, const Group& group,
    const GroupResult& result);

/// Whether another pair would take the group beyond its budget.
[[nodiscard]] bool is_time_for_long_runs_over(const Group& group,
                                              const GroupResult& result);

/// The runs of the pairs that all performances of the relation have, or the
/// failure of one.
[[nodiscard]] logic::Experiment long_runs(const logic::Relation& relation,
                                          const GroupResult& result);

/// The failure of one of them: a sentence, or empty.
[[nodiscard]] std::string failure_of_long_run(const logic::Experiment& runs);

/// Observations of a run of a block.
[[nodiscard]] std::size_t usual_observations(const logic::Relation& relation,
                                             const GroupResult& result);

/// "late calls of a take 2.3 times as long as early ones, ...": a clause, with
/// the remedy.
[[nodiscard]] std::string late_calls_text(const logic::Relation& relation,
                                          const logic::LateCalls& found,
                                          std::uint64_t observations);

/// How far a process was followed.
struct Followed {
  double calls = 0;    ///< From the first one on.
  double seconds = 0;  ///< That these took.
};

/// The longest run of the performance of the relation whose runs made the
/// fewest calls, in these blocks and in long runs.
[[nodiscard]] Followed followed(const logic::Relation& relation,
                                const GroupResult& result, std::size_t blocks);

}  // namespace spl::runner
