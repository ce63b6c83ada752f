#include "runner/commands/guard/guard.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"

namespace spl::runner {
namespace {

std::string page_of(const Guard& guard, Figures& figures) {
  std::vector<RelationRow> rows;
  for (const GuardClaim& one : guard.claims) {
    const FormulaReport& formula = guard.formulas[one.formula];
    const RelationReport& relation = formula.relations.front();
    rows.push_back({formula, relation, row_of(guard, one)});
  }
  const SideNames names{"Now", "Baseline", false, true};
  std::string accepted;
  for (const std::string& one : accepted_notes(guard)) {
    accepted += "<p>" + html(one) + '\n';
  }
  const std::string remedy =
      guard.remedy.empty()
          ? ""
          : "<p>Most claims are not settled; " + html(guard.remedy) + '\n';
  const std::string together =
      guard.together ? "<p>" + html(to_text(*guard.together)) + '\n' : "";
  return remedy + together + relations_html(rows, names, figures) + accepted +
         names_html("New, without a baseline", guard.appeared) +
         names_html("Gone since the baseline", guard.vanished) +
         left_out_html("Not guarded", guard.left_out);
}

}  // namespace

std::string Guard::headline() const {
  return formulas_headline(formulas, "claim");
}

std::string Guard::page(const Report& /*report*/, Figures& figures) const {
  return page_of(*this, figures);
}

}  // namespace spl::runner
