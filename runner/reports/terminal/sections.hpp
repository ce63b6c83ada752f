#pragma once

#include <string>
#include <variant>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/reports/terminal/style.hpp"

/// The sections of the report for people, each in the file of its name. They
/// end with a line feed, unless they are empty.
namespace spl::runner {

/// The section of each outcome, in the file of its name.
[[nodiscard]] std::string outcome_section(std::monostate nothing,
                                          const Report& report, Style style);

/// A line for each formula and relation, and what belongs to it.
[[nodiscard]] std::string outcome_section(const Evaluation& evaluation,
                                          const Report& report, Style style);

/// The commit at which formulas stopped holding, and the formulas there.
[[nodiscard]] std::string outcome_section(const BisectionReport& bisection,
                                          const Report& report, Style style);

/// The performances in order, and which of them differ.
[[nodiscard]] std::string outcome_section(const Ranking& ranking,
                                          const Report& report, Style style);

/// A table for each performance, and the number of repetitions.
[[nodiscard]] std::string outcome_section(const Sensitivity& sensitivity,
                                          const Report& report, Style style);

[[nodiscard]] std::string outcome_section(const Planning& planning,
                                          const Report& report, Style style);

[[nodiscard]] std::string outcome_section(const SelfTests& tests,
                                          const Report& report, Style style);

/// A table of claims, worst first: of those that hold only how many.
[[nodiscard]] std::string outcome_section(const Guard& guard,
                                          const Report& report, Style style);

/// A table of what each workload takes.
[[nodiscard]] std::string outcome_section(const Times& times,
                                          const Report& report, Style style);

/// The faster of two commands, by how much, and what both take.
[[nodiscard]] std::string outcome_section(const Comparison& comparison,
                                          const Report& report, Style style);

/// A table and chart of commits, and the changes between them.
[[nodiscard]] std::string outcome_section(const PerformanceHistory& history,
                                          const Report& report, Style style);

/// A table of commits that changed performances.
[[nodiscard]] std::string outcome_section(const AuditReport& audit,
                                          const Report& report, Style style);

/// The lines of formulas and relations within a section.
[[nodiscard]] std::string formulas_text(
    const std::vector<FormulaReport>& formulas, Style style);

/// What decided a relation, and how.
[[nodiscard]] std::string details_section(const RelationReport& relation,
                                          logic::Dimension dimension,
                                          Style style);

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

/// "guard: violated by 1 of 42, 2 min 10 s. False alarms: ...": the last lines.
[[nodiscard]] std::string guard_end(const Guard& guard, const Report& report,
                                    Style style);

/// "False alarms: at most 1 in 20 guards."
[[nodiscard]] std::string alarms_of(const Guard& guard,
                                    const Settings& settings);

}  // namespace spl::runner
