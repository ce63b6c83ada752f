#pragma once

#include <string>

#include "runner/findings/report.hpp"

/// The effect of a relation in sentences; effect_text() is in
/// terminal_report.hpp.
namespace spl::runner {

/// Whether the relation's observations decide nothing, and its reason says why.
[[nodiscard]] bool is_left_open(const RelationReport& relation);

/// Describes the observations before a failure; empty without any.
[[nodiscard]] std::string seen_before_failure(const RelationReport& relation,
                                              logic::Dimension dimension);

/// Names the statistic of the ratio, if the formula states it, with a colon.
[[nodiscard]] std::string stated_text(const RelationReport& relation);

/// "difference 2 ns +- 1 ns"; of a relation that was tested.
[[nodiscard]] std::string difference_text(const logic::Decision& decision,
                                          logic::Dimension dimension);

/// Why the observations have no variation, or an empty text.
[[nodiscard]] std::string unvaried_text(const RelationReport& relation);

/// Describes the changes that are possible though none was found: clauses that
/// each begin with a semicolon.
[[nodiscard]] std::string inconclusive_text(const RelationReport& relation);

/// Describes the precision of the ratio that was asked for and reached, as a
/// clause that begins with a semicolon.
[[nodiscard]] std::string precision_text(const RelationReport& relation);

/// Returns the evidence of a relation that its formula did not need, as a
/// clause that begins with a semicolon; empty without evidence.
[[nodiscard]] std::string unneeded_evidence(const RelationReport& relation);

}  // namespace spl::runner
