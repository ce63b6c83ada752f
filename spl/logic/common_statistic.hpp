#pragma once

#include <optional>
#include <vector>

#include "spl/logic/quantity.hpp"

namespace spl::logic {

/// The statistic that sums state of all their performances; absent where they
/// state none. Throws ExpansionError where they mix several, and for a fraction
/// that is none.
[[nodiscard]] std::optional<StatedStatistic> common_statistic(
    const std::vector<const Sum*>& sums, const BoundDocument& document,
    const Values& values);

}  // namespace spl::logic
