#pragma once

#include <string>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/reports/html/figures.hpp"
#include "runner/reports/relation_rows.hpp"

/// The parts of the HTML report, each in the file of its name.
namespace spl::runner {

/// The overall result in one line: "2 of 6 formulas do not hold".
[[nodiscard]] std::string headline(const Report& report);

/// The numbers of verdicts, and how and where they were found.
[[nodiscard]] std::string summary_html(const Report& report);

/// The section of each outcome that has a page, in the file of its name.
/// `figures` gets what its rows show, in their order.
[[nodiscard]] std::string outcome_html(const Evaluation& evaluation,
                                       const Report& report, Figures& figures);
[[nodiscard]] std::string outcome_html(const Guard& guard, const Report& report,
                                       Figures& figures);
[[nodiscard]] std::string outcome_html(const Times& times, const Report& report,
                                       Figures& figures);

[[nodiscard]] std::string outcome_html(const PerformanceHistory& history,
                                       const Report& report, Figures& figures);

[[nodiscard]] std::string outcome_html(const AuditReport& audit,
                                       const Report& report, Figures& figures);

/// A relation in the table of relations.
struct RelationRow {
  const FormulaReport& formula;
  const RelationReport& relation;
  FormulaRow row;
};

/// The headings of the sides.
struct SideNames {
  std::string left = "Left";
  std::string right = "Right";
};

/// A table with a row for each relation, and a row with its details after it.
[[nodiscard]] std::string relations_html(const std::vector<RelationRow>& rows,
                                         const SideNames& names,
                                         const Report& report,
                                         Figures& figures);

/// The fields that filter a table. `verdicts` are those of its rows.
[[nodiscard]] std::string filter_html(
    const std::vector<logic::Verdict>& verdicts);

/// Errors, revisions, warnings and machines.
[[nodiscard]] std::string remarks_html(const Report& report);

/// A list of names after a sentence; empty without a name.
[[nodiscard]] std::string names_html(const std::string& what,
                                     const std::vector<std::string>& names);
[[nodiscard]] std::string left_out_html(const std::string& what,
                                        const std::vector<LeftOut>& all);

}  // namespace spl::runner
