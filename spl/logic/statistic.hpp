#pragma once

#include "spl/logic/decision.hpp"
#include "spl/logic/stated_statistic.hpp"

/// Statistics as settings.
namespace spl::logic {

/// Returns the settings with this statistic.
[[nodiscard]] DecisionSettings asking(Statistic statistic,
                                      DecisionSettings settings = {});

/// Returns the statistic that the settings ask for.
[[nodiscard]] Statistic asked(const DecisionSettings& settings);

/// Returns the settings of one relation. A statistic that the relation states
/// overrides that of the settings.
[[nodiscard]] DecisionSettings settings_of(const Relation& relation,
                                           DecisionSettings settings);

}  // namespace spl::logic
