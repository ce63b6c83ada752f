#pragma once

#include <string>

#include "runner/findings/deciding_look.hpp"
#include "runner/findings/formula_report.hpp"

/// Runs of given observations that resemble their neighbours: tests take runs
/// for independent.
namespace spl::runner {

/// Returns a sentence if the relation was decided by a difference, at least 12
/// runs do not show, at 95 %, that they correlate with the next by less than
/// 0.4, and the difference is no longer clear with an interval that is as much
/// wider as the largest correlation that they do not exclude makes the error of
/// a mean; else empty.
[[nodiscard]] std::string lack_of_independence(const RelationInputs& inputs,
                                               const RelationReport& report);

}  // namespace spl::runner
