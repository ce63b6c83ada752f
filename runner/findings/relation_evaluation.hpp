#pragma once

#include <optional>

#include "runner/findings/deciding_look.hpp"
#include "runner/findings/evaluation_inputs.hpp"
#include "runner/findings/formula_report.hpp"

namespace spl::runner {

/// Decides a relation at level `alpha` of all its looks together.
[[nodiscard]] RelationReport evaluated(const RelationInputs& relation,
                                       double alpha,
                                       const logic::History& history,
                                       const EvaluationInputs& inputs);

/// Returns the p-value of the direction that would turn the verdict; 1 if the
/// relation was meant to be tested, but could not.
[[nodiscard]] std::optional<double> p_value(const RelationInputs& relation,
                                            const logic::History& history,
                                            const EvaluationInputs& inputs);

}  // namespace spl::runner
