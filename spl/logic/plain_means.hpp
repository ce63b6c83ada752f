#pragma once

#include <optional>

#include "spl/logic/decision.hpp"

namespace spl::logic {

/// What the relation comes to on the plain means of the runs, where that is
/// another answer than `decision`, which was made on trimmed means or medians
/// and clipped blocks, and noise alone does not explain it: the plain means are
/// found to differ, or what trimming cut off the runs differs between the
/// sides, or nearly all blocks far off are so on one side (a sign test at 5 %).
/// An equal answer is another one where it is no finding and the ratio of the
/// plain means is not in the interval. Absent where they agree, and where the
/// statistic of a run plays no part.
[[nodiscard]] std::optional<Decision> disagreeing_plain_means(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const Decision& decision);

}  // namespace spl::logic
