#pragma once

#include <optional>
#include <vector>

#include "spl/logic/quantity.hpp"

namespace spl::logic {

/// Returns the statistic that the sums state for all their performances, or
/// nothing if they state none. Throws ExpansionError if they mix several, or if
/// the fraction of a quantile is not in (0, 1).
[[nodiscard]] std::optional<StatedStatistic> common_statistic(
    const std::vector<const Sum*>& sums, const BoundDocument& document,
    const Values& values);

}  // namespace spl::logic
