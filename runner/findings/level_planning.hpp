#pragma once

#include <cstddef>
#include <map>
#include <span>

#include "runner/findings/planning.hpp"
#include "runner/settings/settings.hpp"
#include "spl/statistics/hierarchy.hpp"

/// Plans by levels: observations, runs, and builds or links.
namespace spl::runner {

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
