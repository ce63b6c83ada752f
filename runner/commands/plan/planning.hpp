#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/level_planning.hpp"
#include "runner/findings/outcome.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/measuring/pilot.hpp"
#include "runner/measuring/run_cost.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/programs/program_catalogue.hpp"
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

struct Planning final : Outcome {
  std::vector<PlannedRelation> relations;
  std::vector<PlannedPerformance> performances;
  /// The plans for data files, instead of `performances`; for others if they
  /// have fixed layouts.
  std::vector<PlannedLevels> levels;
  LayoutUnit layouts = LayoutUnit::kLinks;  ///< The kind of layouts.
  double seconds = 0;                       ///< Blocks and pilot, at most.

  [[nodiscard]] Basis basis() const override { return Basis::kMeasurements; }
  [[nodiscard]] std::string section(const Report& report,
                                    const Style& style) const override;
  void add_to(nlohmann::ordered_json& root) const override;
};

/// Plans by given data without blocks of SPL, and measures nothing: the
/// performances of the suite's relations, or all if it has no formulas. Of each
/// relation it says what another experiment of as many blocks would find.
[[nodiscard]] Planning plan_by_data(Suite suite, const GivenObservations& given,
                                    const Settings& settings);

/// Plans the experiment by making ten of its blocks, or two of each of more
/// fixed layouts, or all if they are fewer. Nothing is decided on them.
[[nodiscard]] Planning plan_experiment(const Suite& suite,
                                       const ProgramCatalogue& programs,
                                       std::uint64_t seed,
                                       const Surroundings& surroundings);

/// Lists what the blocks of a pilot say of all relations and performances.
/// Fixed layouts are of that kind.
[[nodiscard]] Planning planned(const Suite& suite, const Pilot& pilot,
                               LayoutUnit unit);

/// Plans the experiment that the settings ask for by the blocks of a report,
/// without measuring: each relation in blocks of its own, which take no time
/// for links, and in the fixed layouts that its blocks have.
[[nodiscard]] Planning plan_by_report(const Suite& suite,
                                      const GivenObservations& given);

}  // namespace spl::runner
