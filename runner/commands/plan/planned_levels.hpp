#pragma once

#include <string>

#include "runner/commands/plan/planning.hpp"
#include "spl/logic/catalogue.hpp"

namespace spl::runner {

/// The plan by levels: a line for what there is, one for what each level adds,
/// and what is best.
[[nodiscard]] std::string planned_levels_text(const PlannedLevels& levels,
                                              logic::Dimension dimension);

}  // namespace spl::runner
