#pragma once

#include <cstddef>
#include <optional>
#include <string>

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

/// Returns the number of blocks whose last look would end the relation, at the
/// level of a plan of so many, if further blocks were like these. The look is
/// that which ends relations while they are measured. Absent if that takes more
/// blocks than anybody has, or if the three parts do not decide. `alpha` is the
/// level of all looks.
[[nodiscard]] std::optional<std::size_t> blocks_to_end(
    const RelationInputs& inputs, double alpha);

/// Returns a sentence on runs of given observations that resemble their
/// neighbours, since tests take runs for independent: if the relation was
/// decided by a difference, at least 12 runs do not show, at 95 %, that they
/// correlate with the next by less than 0.4, and the difference is no longer
/// clear with an interval that is as much wider as the largest correlation that
/// they do not exclude makes the error of a mean; else empty.
[[nodiscard]] std::string lack_of_independence(const RelationInputs& inputs,
                                               const RelationReport& report);

}  // namespace spl::runner
