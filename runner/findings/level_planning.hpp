#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runner/layouts/layout_levels.hpp"
#include "runner/settings/settings.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/effects/level_plan.hpp"
#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/sample.hpp"

/// Plans by levels: observations, runs, and builds or links.
namespace spl::runner {

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

/// Plans by the levels of a performance: what they add to its variance, how
/// often each is best repeated (Kalibera and Jones, section 6.1), and how many
/// items of the highest level reach the precision. `costs` are empty or as
/// level_plan() takes them.
[[nodiscard]] PlannedLevels plan_levels(
    const statistics::Hierarchy& levels, std::span<const double> costs,
    std::size_t sharing, const statistics::WantedPrecision& wanted);

/// Returns the precision that settings ask of a mean: `precision`, else half
/// the resolution, at confidence 1 - 2 alpha.
[[nodiscard]] statistics::WantedPrecision wanted_precision(
    const Settings& settings);

/// The numbers of levels that performances have.
using LevelCounts = std::map<logic::Performance, std::size_t>;

/// Returns how many of the performances share a build with this one, which is
/// among them: those of its revision that have as many levels; itself alone if
/// there are no builds.
[[nodiscard]] std::size_t sharing_of(const logic::Performance& performance,
                                     const LevelCounts& all);

}  // namespace spl::runner
