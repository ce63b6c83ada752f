#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/measuring/run_cost.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

/// What --plan reports: how much would be measured, what that takes and shows,
/// and what the papers would do.
namespace spl::runner {

/// What the last look would find of all blocks, or of so many fixed layouts.
struct PlannedPart {
  double level = 0;  ///< What of the relation's this look has.
  /// The change that nine of ten experiments would find, as a fraction of the
  /// right side.
  double detectable = 0;
};

struct PlannedRelation {
  std::string label;
  std::string file;
  std::size_t line = 0;
  std::string text;
  std::string failure;     ///< Of a performance: a sentence, or empty.
  std::size_t blocks = 0;  ///< At most; 0: the budget does not hold two.
  double block_seconds = 0;
  double link_seconds = 0;   ///< Of that: its part of the links.
  double seconds = 0;        ///< Of all blocks.
  double pilot_seconds = 0;  ///< That the budget has spent before the blocks.
  std::size_t sharing = 1;   ///< Relations that are measured in these blocks.
  double level = 0;          ///< Of one direction, in its family.
  std::optional<PlannedPart> typical_calls;  ///< Or what else decides alone.
  std::optional<PlannedPart> all_calls;      ///< Where the three parts decide.
  /// What one experiment of ten does not see; where the three parts decide.
  std::optional<statistics::Unseen> unseen;
  /// Half the width of the ratio's interval at the last look, as a fraction.
  std::optional<double> half_width;
  double precision = 0;  ///< That is asked for; else half the resolution.
  /// About so many blocks reach it; absent where half_width is.
  std::optional<std::size_t> blocks_for_precision;
  std::string shortage;  ///< Why there are few blocks, or none; a sentence.
};

struct PlannedPerformance {
  logic::Performance performance;
  std::string failure;
  std::uint64_t observations = 0;  ///< Of a run.
  RunCost cost;
  statistics::VarianceComponents components;  ///< Of observations, runs.
  /// Observations of a run for the most precise mean at a given cost: with the
  /// components (Kalibera and Jones, eq 14), and with the observed variances
  /// (Kalibera, Bulej and Tuma 2005, eq 8). The cost of an observation has its
  /// untimed part (q of Kalibera and Tuma 2006). Absent where a variance is not
  /// above 0.
  std::optional<double> optimum;
  std::optional<double> optimum_2005;
};

struct Planning {
  std::vector<PlannedRelation> relations;
  std::vector<PlannedPerformance> performances;
  double seconds = 0;  ///< Of all blocks and the pilot together, at most.
};

}  // namespace spl::runner
