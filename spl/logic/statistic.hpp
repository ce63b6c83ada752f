#pragma once

#include <optional>
#include <vector>

#include "spl/logic/decision.hpp"
#include "spl/logic/quantity.hpp"
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

/// Returns the statistic that the sums state for all their performances, or
/// nothing if they state none. Throws ExpansionError if they mix several, or if
/// the fraction of a quantile is not in (0, 1).
[[nodiscard]] std::optional<StatedStatistic> common_statistic(
    const std::vector<const Sum*>& sums, const BoundDocument& document,
    const Values& values);

}  // namespace spl::logic
