#pragma once

#include <span>

#include "runner/findings/planning.hpp"
#include "runner/formulas/suite.hpp"
#include "runner/given/given_observations.hpp"

namespace spl::runner {

/// Plans by the levels of a performance: what they add to its variance, how
/// often each is best repeated (Kalibera and Jones, section 6.1), and how many
/// items of the highest level reach the precision. `costs` are empty or as
/// level_plan() takes them.
[[nodiscard]] PlannedLevels plan_levels(
    const statistics::Hierarchy& levels, std::span<const double> costs,
    std::size_t sharing, const statistics::WantedPrecision& wanted);

/// Returns the precision that settings ask of a mean: --precision, else half
/// the resolution, at confidence 1 - 2 alpha.
[[nodiscard]] statistics::WantedPrecision wanted_precision(
    const Settings& settings);

/// Plans by given data without blocks of SPL, and measures nothing: the
/// performances of the suite's relations, or all if it has no formulas. Of each
/// relation it says what another experiment of as many blocks would find.
[[nodiscard]] Planning plan_by_data(Suite suite, const GivenObservations& given,
                                    const Settings& settings);

}  // namespace spl::runner
