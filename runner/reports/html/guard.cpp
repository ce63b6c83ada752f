#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {

// With a tolerance, the right side of a relation is the tolerated baseline.
std::string outcome_html(const Guard& guard, const Report& report,
                         Figures& figures) {
  std::vector<RelationRow> rows;
  for (const GuardClaim& one : guard.claims) {
    const FormulaReport& formula = guard.formulas[one.formula];
    rows.push_back(
        {formula, formula.relations.front(), one.under_test, one.baseline});
  }
  const double tolerance = report.settings.tolerance;
  const SideNames names{
      "Now", "Baseline",
      tolerance > 0 ? "now / (baseline + " + percent_text(tolerance) + ")"
                    : "now / baseline"};
  std::string accepted;
  for (const std::string& one : accepted_notes(guard)) {
    accepted += "<p>" + html(one) + '\n';
  }
  const std::string remedy =
      guard.remedy.empty()
          ? ""
          : "<p>Most claims hold weakly; " + html(guard.remedy) + '\n';
  return remedy + relations_html(rows, names, report, figures) + accepted +
         names_html("New, without a baseline", guard.appeared) +
         names_html("Gone since the baseline", guard.vanished) +
         left_out_html("Not guarded", guard.left_out);
}

}  // namespace spl::runner
