#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spl/logic/performance.hpp"
#include "spl/statistics/interpretations/analysis_of_variance.hpp"

namespace spl::runner {

/// Of --rank.
struct Ranking {
  double level = 0;  ///< Of all intervals together.
  std::vector<logic::Performance> performances;
  statistics::Groups runs;  ///< The run statistics of each.
  statistics::Design design = statistics::Design::kIndependent;
  /// Absent where a performance failed, or refused.
  std::optional<statistics::AnalysisOfVariance> analysis;
  /// By position among the performances; empty where nothing varies.
  std::vector<statistics::PairComparison> pairs;
  std::string failure;  ///< Of a performance: a sentence, or empty.
  std::string refusal;  ///< What the analysis lacks: a sentence, or empty.
};

}  // namespace spl::runner
