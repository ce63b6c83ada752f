#pragma once

#include <string_view>

namespace spl::runner {

/// Why a relation got no more blocks.
enum class Stop {
  kDecided,       ///< A look found one side greater.
  kResolution,    ///< A look ruled out every change that matters.
  kTwofold,       ///< All runs of one side took twice as long: see twofold.hpp.
  kFormula,       ///< Its formula was decided without it.
  kBudget,        ///< The time was over, or would not do for two blocks.
  kLinks,         ///< It would not do for links, and one layout shows little.
  kRuns,          ///< As many blocks were made as were asked for.
  kFailed,        ///< One of its performances failed.
  kInterrupted,   ///< This process was to end.
  kOpen,          ///< None of these: it is still measured.
  kData,          ///< There is no more: the observations were given.
  kConstant,      ///< It compares constants only.
  kIdentical,     ///< Its sides are the same code.
  kObservations,  ///< Its runs are to have too few for what it is about.
  kLateCalls,     ///< Late calls may turn what usual runs show.
  kUnequalCalls   ///< What its sides cost depends on how many calls they make.
};

/// "decided", "resolution", ...
[[nodiscard]] std::string_view to_text(Stop stop);

}  // namespace spl::runner
