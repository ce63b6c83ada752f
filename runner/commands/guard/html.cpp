#include "runner/commands/guard/guard.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"

namespace spl::runner {
std::string Guard::headline() const {
  return formulas_headline(formulas, "claim");
}

std::string Guard::page(const Report& /*report*/, Figures& figures) const {
  std::vector<RelationRow> rows;
  for (const GuardClaim& one : claims) {
    const FormulaReport& formula = formulas[one.formula];
    const RelationReport& relation = formula.relations.front();
    rows.push_back({formula, relation, change_row(*this, one)});
  }
  const SideNames names{"Now", "Baseline", true};
  std::string text;
  if (!remedy.empty()) {
    text = "<p>Most claims are not settled; " + html(remedy) + '\n';
  }
  if (together) text += "<p>" + html(to_text(*together)) + '\n';
  text += relations_html(rows, names, figures);
  for (const std::string& one : accepted_notes(*this)) {
    text += "<p>" + html(one) + '\n';
  }
  return text + names_html("New, without a baseline", appeared) +
         names_html("Gone since the baseline", vanished) +
         left_out_html("Not guarded", left_out);
}

}  // namespace spl::runner
