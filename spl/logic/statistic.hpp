#pragma once

#include "spl/logic/decision.hpp"
#include "spl/logic/stated_statistic.hpp"

/// Statistics as settings.
namespace spl::logic {

/// The settings, asking for this statistic.
[[nodiscard]] DecisionSettings asking(Statistic statistic,
                                      DecisionSettings settings = {});

/// What they ask for.
[[nodiscard]] Statistic asked(const DecisionSettings& settings);

/// The settings of one relation; what the relation states itself comes first.
[[nodiscard]] DecisionSettings settings_of(const Relation& relation,
                                           DecisionSettings settings);

}  // namespace spl::logic
