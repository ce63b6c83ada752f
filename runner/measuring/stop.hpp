#pragma once

#include <string_view>

namespace spl::runner {

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
