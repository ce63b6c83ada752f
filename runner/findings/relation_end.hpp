#pragma once

#include "runner/findings/deciding_look.hpp"
#include "runner/findings/formula_report.hpp"

namespace spl::runner {

/// Adds to a decided relation why it was measured no longer, and what follows:
/// it is left open, or fails; else how large a change could hide, and how many
/// blocks would find it.
void conclude(const RelationInputs& inputs, RelationReport& report);

/// Returns whether a relation that was measured holds for want of evidence
/// only: RelationReport::is_weak.
[[nodiscard]] bool holds_weakly(const RelationReport& report);

}  // namespace spl::runner
