#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/formula_report.hpp"
#include "runner/findings/report.hpp"
#include "runner/formulas/declared_workloads.hpp"
#include "runner/reports/html/figures.hpp"
#include "runner/reports/relation_rows.hpp"

/// The parts of the HTML report, each in the file of its name.
namespace spl::runner {

/// The overall result in one line: "2 of 6 formulas do not hold".
[[nodiscard]] std::string headline(const Report& report);

/// The numbers of verdicts, and how and where they were found.
[[nodiscard]] std::string summary_html(const Report& report);

/// "2 of 6 claims do not hold", by the noun.
[[nodiscard]] std::string formulas_headline(
    const std::vector<FormulaReport>& formulas, std::string_view noun);

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
  /// Rows are changes of workloads, the older time first, and of no file.
  bool are_changes = false;
};

/// A table with a row for each relation, and a row with its details after it.
[[nodiscard]] std::string relations_html(const std::vector<RelationRow>& rows,
                                         const SideNames& names,
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
