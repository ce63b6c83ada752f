#pragma once

#include "runner/findings/deciding_look.hpp"
#include "runner/findings/formula_report.hpp"

/// The interval of a ratio beside the verdict (`precision`).
namespace spl::runner {

/// Adds the precision that is asked for and reached, unless the relation was
/// not decided. Evidence that was measured for the ratio alone decides nothing:
/// the verdict is kept.
void add_precision(const RelationInputs& inputs,
                   const logic::DecisionSettings& how,
                   const logic::History& history, RelationReport& report);

/// Returns a number of blocks as a count, at most about the largest one.
[[nodiscard]] std::size_t block_count(double blocks);

}  // namespace spl::runner
