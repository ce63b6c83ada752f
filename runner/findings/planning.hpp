#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/layouts/layout_levels.hpp"
#include "runner/measuring/run_cost.hpp"
#include "spl/statistics/effects/level_plan.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

/// The result of plan: how much would be measured, how long it takes, which
/// changes it finds, and what the papers recommend.
namespace spl::runner {

/// A part of the last look at all blocks, or at all fixed layouts.
struct PlannedPart {
  double level = 0;  ///< The share of the relation's level.
  /// The change that nine of ten experiments would find, as a fraction of the
  /// right side.
  double detectable = 0;
};

struct PlannedRelation {
  std::string label;
  std::string file;
  std::size_t line = 0;
  std::string text;
  std::string failure;     ///< A sentence about a performance, or empty.
  std::size_t blocks = 0;  ///< At most; 0 if the budget does not hold two.
  double block_seconds = 0;
  double link_seconds = 0;   ///< The part of it that links take.
  double seconds = 0;        ///< Duration of all blocks.
  double pilot_seconds = 0;  ///< Spent before the blocks.
  std::size_t sharing = 1;   ///< Relations that are measured in these blocks.
  double level = 0;          ///< The level of a direction, in its family.
  std::optional<PlannedPart> typical_calls;  ///< Or what else decides alone.
  std::optional<PlannedPart> all_calls;      ///< If the three parts decide.
  /// The share that one experiment of ten misses; if the three parts decide.
  std::optional<statistics::Unseen> unseen;
  /// Half the width of the ratio's interval at the last look, as a fraction.
  std::optional<double> half_width;
  double precision = 0;  ///< As asked for; else half the resolution.
  /// Blocks that about reach it; absent if half_width is.
  std::optional<std::size_t> blocks_for_precision;
  std::string shortage;  ///< Why there are few blocks, or none; a sentence.
};

struct PlannedPerformance {
  logic::Performance performance;
  std::string failure;
  std::uint64_t observations = 0;  ///< In a run.
  RunCost cost;
  double layout_seconds = 0;                  ///< Measured::layout_seconds.
  statistics::VarianceComponents components;  ///< Observations, runs.
  /// Observations of a run for the most precise mean at a given cost: with the
  /// components (Kalibera and Jones, eq 14), and with the observed variances
  /// (Kalibera, Bulej and Tuma 2005, eq 8). The cost of an observation has its
  /// untimed part (q of Kalibera and Tuma 2006), and that of a run the link
  /// that it has for itself. Absent if a variance is not above 0.
  std::optional<double> optimum;
  std::optional<double> optimum_2005;
};

/// How to repeat what there is, by its levels: observations, runs, builds or
/// links, and so on.
struct PlannedLevels {
  logic::Performance performance;
  std::string failure;  ///< Why there is no plan: a sentence, or empty.
  LayoutUnit third = LayoutUnit::kBuilds;  ///< The items of the third level.
  std::vector<std::size_t> counts;  ///< As they are, of observations first.
  std::vector<double> costs;        ///< In observations; empty: not known.
  std::string lack_of_costs;        ///< Why they are not known; a clause.
  double observation_seconds = 0;   ///< 0: not known.
  statistics::VarianceComponents components;  ///< The components of all levels.
  statistics::WantedPrecision wanted;
  statistics::LevelPlan plan;  ///< By costs of 0 if they are not known.
  /// Performances of one revision that are planned together and have as many
  /// levels, three or more: one build serves them all.
  std::size_t sharing = 1;
  /// The optimum by observed variances if each pays its part of a build
  /// (Kalibera and Tuma 2006, eq 23); absent if plan.observed_counts is, or if
  /// nothing is shared.
  std::optional<std::vector<double>> shared_counts;
};

struct Planning {
  std::vector<PlannedRelation> relations;
  std::vector<PlannedPerformance> performances;
  /// The plans for data files, instead of `performances`; for others if they
  /// have fixed layouts.
  std::vector<PlannedLevels> levels;
  LayoutUnit layouts = LayoutUnit::kLinks;  ///< The kind of layouts.
  double seconds = 0;                       ///< Blocks and pilot, at most.
};

}  // namespace spl::runner
