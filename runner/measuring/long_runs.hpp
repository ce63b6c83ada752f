#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"
#include "spl/logic/late_calls.hpp"
#include "spl/logic/relation.hpp"
#include "spl/logic/settling.hpp"

/// Pairs of runs outside all blocks and longer than theirs, in which late calls
/// show (late_calls.hpp).
namespace spl::runner {

/// Long runs of code that seems settled take little time. To rule out a change,
/// or to size what usual runs suggest, they are long.
enum class LongRunsFor { kCertainty, kDoubt };

/// Returns the number of observations of a long run of the relation. All pairs
/// take a tenth of the time of the blocks, or one pair a hundredth of the
/// budget if there is a doubt and that is more; the rest of the budget must
/// hold the fewest pairs that decide. At most 26 times as many as usual; 0 if
/// that leaves less than four times as many.
[[nodiscard]] std::uint64_t observations_of_long_run(
    const logic::Relation& relation, const Group& group,
    const GroupResult& result, LongRunsFor purpose);

/// Returns the number of pairs that all performances of the relation have.
[[nodiscard]] std::size_t long_pairs(const logic::Relation& relation,
                                     const GroupResult& result);

/// The look before long runs.
struct UsualLook {
  logic::MeanLimits mean = {};
  bool is_finding = false;
  bool is_of_time = true;  ///< The metric that decides is a time.
  double resolution = 0;
  double mean_resolution = 0;
  double share = 1;  ///< What the relation has of its family's level.
};

/// The meaning of the pairs so far.
struct JudgedLongRuns {
  std::optional<logic::LateCalls> late = std::nullopt;
  std::string unsettled = {};  ///< A clause about calls that are not settled.
  std::string doubt = {};      ///< Why the relation is left open, or empty.
  bool needs_more = false;
};

/// Judges the pairs of a relation by what its blocks showed: late calls if no
/// change was found (late_calls.hpp), and whether its sides are settled
/// (settling.hpp). `is_last` means that there is no time for more.
[[nodiscard]] JudgedLongRuns judged_long_runs(const logic::Relation& relation,
                                              const GroupResult& result,
                                              const UsualLook& look,
                                              bool is_last);

/// In seconds.
struct UnsettledTimes {
  double followed = 0;
  double warmup = 0;
};

/// Returns a clause with the factor and its remedy: "calls of a go on getting
/// faster ...".
[[nodiscard]] std::string unsettled_text(const logic::Relation& relation,
                                         const logic::Settling& found,
                                         const UnsettledTimes& times);

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
