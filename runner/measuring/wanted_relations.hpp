#pragma once

#include <vector>

#include "runner/formulas/suite.hpp"
#include "runner/measuring/grouping.hpp"
#include "runner/measuring/schedule.hpp"

/// The relations of a suite that are to be measured, and how.
namespace spl::runner {

/// Lists the relations of the suite, in order, with how their runs are made and
/// when they are first looked at. The suite outlives the list.
[[nodiscard]] std::vector<Wanted> wanted_relations(const Suite& suite);

/// Notes, before anything is measured, after how many runs the papers'
/// interpretations look at a formula, if no number is asked for. Groups have
/// their plans.
void report_single_looks(const Suite& suite, const Grouping& grouping,
                         const Surroundings& surroundings);

}  // namespace spl::runner
