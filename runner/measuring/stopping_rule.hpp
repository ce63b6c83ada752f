#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "runner/measuring/group_result.hpp"
#include "runner/measuring/grouping.hpp"

namespace spl::runner {

/// Says which relations need more blocks. By default all do, until the plan of
/// their group is carried out.
class StoppingRule {
 public:
  virtual ~StoppingRule() = default;
  [[nodiscard]] virtual bool needs_more(
      const logic::Relation& /*relation*/) const {
    return true;
  }
  /// Returns the seconds that all relations together have left after what has
  /// been made of all groups.
  [[nodiscard]] virtual double seconds_left(
      const std::vector<GroupResult>& /*results*/) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Called after each block with all that the group has.
  virtual void look(const Group& /*group*/, const GroupResult& /*result*/) {}
  /// Returns the observations of the long run that the relation needs of each
  /// side next, outside all blocks; 0: none.
  [[nodiscard]] virtual std::uint64_t long_observations(
      const logic::Relation& /*relation*/) const {
    return 0;
  }
  /// Called after each pair of such runs, before the next block.
  virtual void look_at_long_runs(const Group& /*group*/,
                                 const GroupResult& /*result*/) {}
};

/// Why a relation got no more blocks.
enum class Stop {
  kDecided,     ///< A look found one side greater.
  kResolution,  ///< A look ruled out every change that matters.
  kMayHide,     ///< A guard's claim: what it looks for is ruled out.
  kTwofold,     ///< All runs of one side took twice as long: see twofold.hpp.
  kFormula,     ///< Its formula was decided without it.
  kBudget,      ///< The budget was used up, or does not hold two blocks.
  kLinks,   ///< The budget does not hold links, and one layout shows little.
  kRuns,    ///< All blocks that were asked for were made.
  kFailed,  ///< One of its performances failed.
  kInterrupted,    ///< This process was to end.
  kFailFast,       ///< Another formula was violated, and ended all.
  kOpen,           ///< It is still measured.
  kData,           ///< The observations were given, and there are no more.
  kReport,         ///< Likewise, in blocks with looks at them.
  kConstant,       ///< It compares constants only.
  kIdentical,      ///< Its sides are the same code.
  kObservations,   ///< Its runs have too few observations for its statistic.
  kLateCalls,      ///< Late calls may turn what usual runs show.
  kDoubtfulTimes,  ///< Its times depend on how many calls were made, on the
                   ///< clock, or on a quota.
  kUnoptimised     ///< Its programs are built without optimisation.
};

/// Returns the word that reports keep: "decided", "resolution", ...
[[nodiscard]] std::string_view to_text(Stop stop);

}  // namespace spl::runner
