#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/reports/terminal/style.hpp"

/// The sections of the report for people, each in the file of its name. They
/// end with a line feed, unless they are empty.
namespace spl::runner {

/// The lines of formulas and relations within a section.
[[nodiscard]] std::string formulas_text(
    const std::vector<FormulaReport>& formulas, Style style);

/// What decided a relation, and how.
[[nodiscard]] std::string details_section(const RelationReport& relation,
                                          logic::Dimension dimension,
                                          Style style);

/// Whether the relation's observations decide nothing, and its reason says why.
[[nodiscard]] bool is_left_open(const RelationReport& relation);

/// Describes the observations before a failure; empty without any.
[[nodiscard]] std::string seen_before_failure(const RelationReport& relation,
                                              logic::Dimension dimension);

/// Names the papers' interpretations that contradict the verdict: "other
/// interpretations disagree: welch finds greater". Empty if none does.
[[nodiscard]] std::string disagreement_text(const RelationReport& relation);

/// The observations of each performance, and the machines.
[[nodiscard]] std::string performances_section(const Report& report);

/// The revisions that names mean, and the warnings.
[[nodiscard]] std::string remarks_section(const Report& report, Style style);

/// The warnings, without minor ones unless the detail is verbose.
[[nodiscard]] std::string warnings_section(const Report& report, Style style);

/// The number of formulas that hold, the time, and what may be wrong with it;
/// in detail the levels, the interpretation and the seed.
[[nodiscard]] std::string summary_section(const Report& report, Style style);

/// "4.1 s", with how long others measured before, or where the figures are
/// from.
[[nodiscard]] std::string time_text(const Report& report);

/// "Where code and data lie is this build's own, ..."; empty if both are drawn.
[[nodiscard]] std::string places_text(const Report& report);

/// "False alarms: at most 1 in 20 guards."; empty if nothing was decided.
[[nodiscard]] std::string alarms_text(
    const std::vector<FormulaReport>& formulas, const Settings& settings,
    std::string_view what);

}  // namespace spl::runner
