#pragma once

#include <string_view>

#include "spl/logic/decision.hpp"

namespace spl::logic {

/// What of the calls of a performance relations are about.
enum class Statistic {
  kBoth,     ///< Typical calls and all calls: the three parts.
  kTypical,  ///< Typical calls: trimmed means of runs.
  kMean,     ///< All calls: plain means of runs.
  kMedian    ///< Medians of runs.
};

inline constexpr Statistic kStatistics[] = {
    Statistic::kBoth, Statistic::kTypical, Statistic::kMean,
    Statistic::kMedian};

/// "both", "typical", "mean", "median".
[[nodiscard]] std::string_view to_text(Statistic statistic);

/// The settings, asking for this statistic.
[[nodiscard]] DecisionSettings asking(Statistic statistic,
                                      DecisionSettings settings = {});

/// What they ask for.
[[nodiscard]] Statistic asked(const DecisionSettings& settings);

}  // namespace spl::logic
