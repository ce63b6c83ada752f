#pragma once

#include <optional>

#include "spl/logic/decision.hpp"

namespace spl::logic {

/// What the relation comes to on the plain means of the runs, where that is
/// another answer than `decision`, which was made on trimmed means or medians,
/// and noise alone does not explain it: either the plain means are found to
/// differ, or what trimming cut off differs between the sides. Absent where
/// they agree, and where the statistic of a run plays no part.
[[nodiscard]] std::optional<Decision> disagreeing_plain_means(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const Decision& decision);

}  // namespace spl::logic
