#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/decided_formulas.hpp"
#include "runner/reports/formula_block.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"

namespace spl::runner {
namespace {

/// The order of formulas: what is worse comes first.
int badness(logic::Verdict verdict) {
  switch (verdict) {
    case logic::Verdict::kViolated:
      return 3;
    case logic::Verdict::kError:
      return 2;
    case logic::Verdict::kUndecided:
      return 1;
    case logic::Verdict::kHolds:
      return 0;
  }
  return 0;
}

/// What is violated, in the words of the terminal.
std::string answers_html(const std::vector<FormulaReport>& formulas) {
  constexpr std::size_t kMost = 10;
  std::string text;
  std::size_t count = 0;
  for (const FormulaReport& one : formulas) {
    if (one.verdict != logic::Verdict::kViolated || ++count > kMost) continue;
    text += "<pre class=v>" + html(block_of(one, {})) + "</pre>\n";
  }
  if (count <= kMost) return text;
  return text + fmt::format("<p>{} more are in the table.\n", count - kMost);
}

}  // namespace

std::string DecidedFormulas::headline() const {
  return formulas_headline(found.formulas, "formula");
}

std::string DecidedFormulas::page(const Report& /*report*/,
                                  Figures& figures) const {
  std::vector<RelationRow> rows;
  for (const FormulaReport& formula : found.formulas) {
    for (const RelationReport& relation : formula.relations) {
      rows.push_back({formula, relation, row_of(relation, formula)});
    }
  }
  std::vector<std::size_t> order(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
    return badness(rows[one].formula.verdict) >
           badness(rows[other].formula.verdict);
  });
  std::vector<RelationRow> ordered;
  for (const std::size_t one : order) ordered.push_back(rows[one]);
  return answers_html(found.formulas) + relations_html(ordered, {}, figures);
}

}  // namespace spl::runner
