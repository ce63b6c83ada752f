#pragma once

#include <string>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/settings/settings.hpp"

/// Steps that a user can take about a formula that does not hold.
namespace spl::runner {

/// Writes the relation with a right side with which it would hold, as far as
/// the intervals of typical calls and of all calls show. Empty if the relation
/// holds or is `!=`, or if there is no interval.
[[nodiscard]] std::string loosened_text(const logic::Relation& relation,
                                        const RelationReport& report,
                                        logic::Dimension dimension);

/// Returns the steps for all relations that do not hold; none if the formula
/// holds.
[[nodiscard]] std::vector<NextStep> next_steps(const FormulaReport& formula,
                                               const Settings& settings);

/// Gives each relation of a report its id: its text, the metric unless that is
/// the time, and a number from the second of equal ones on.
void name_relations(std::vector<FormulaReport>& formulas);

/// Returns the time of the further blocks that are likely to settle a relation;
/// 0 if that is not known.
[[nodiscard]] double seconds_to_settle(const RelationReport& relation);

/// Rounds a time up to two digits, and names it as options take it.
[[nodiscard]] std::string time_option(double seconds);

}  // namespace spl::runner
