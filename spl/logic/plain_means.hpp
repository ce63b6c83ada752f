#pragma once

#include <optional>

#include "spl/logic/decision.hpp"

namespace spl::logic {

/// What the relation comes to on the plain means of the runs, where they find
/// something else than `decision`, which was made on trimmed means or medians
/// and clipped blocks, or have a ratio outside its interval, and noise alone
/// does not explain it: the plain means are found to differ otherwise, or what
/// trimming cut off the runs differs between the sides, or blocks far off are
/// so on one side (a sign test), each at alpha. Absent where they agree, and
/// where the statistic of a run plays no part.
[[nodiscard]] std::optional<Decision> disagreeing_plain_means(
    const Relation& relation, const Experiment& experiment,
    const DecisionSettings& settings, const Decision& decision);

}  // namespace spl::logic
