#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/figure.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/html/figures.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// The class of rows, which chooses their color and sign.
char class_of(logic::Verdict verdict) {
  switch (verdict) {
    case logic::Verdict::kHolds:
      return 'h';
    case logic::Verdict::kViolated:
      return 'v';
    case logic::Verdict::kUndecided:
      return 'u';
    case logic::Verdict::kError:
      return 'e';
  }
  return 'e';
}

std::optional<PlottedRatio> ratio_of(const RelationReport& relation) {
  const statistics::RatioInterval& found = relation.decision.ratio;
  if (!found.estimate) return std::nullopt;
  return PlottedRatio{*found.estimate, found.lower, found.upper};
}

/// Returns the ratio of all calls, if it is another than that of the relation.
std::optional<PlottedRatio> ratio_of_all_calls(const RelationReport& relation) {
  const auto& parts = seen_by_parts(relation);
  if (!parts || parts->nothing_varies) return std::nullopt;
  return PlottedRatio{parts->mean, parts->lower, parts->upper};
}

bool has_sides(const std::vector<RelationRow>& rows) {
  return std::ranges::any_of(rows, [](const RelationRow& one) {
    return !one.row.left.empty() || !one.row.right.empty();
  });
}

std::string heading_html(bool has_sides, const SideNames& names) {
  std::string text = "<thead><tr><th scope=col>Verdict<th scope=col>";
  text += names.are_changes ? "Workload" : "Formula<th scope=col>Relation";
  const std::string column = "<th scope=col";
  const std::string narrow = names.are_changes ? ">" : " class=w>";
  const std::string left = column + narrow + names.left;
  const std::string right = column + narrow + names.right;
  if (has_sides) text += names.are_changes ? right + left : left;
  text += column + (names.are_changes ? ">Change" : ">Measured");
  if (has_sides && !names.are_changes) text += right;
  return text + "<th scope=col>Allowed<td><small>1: the limit</small>" +
         plot_scale() + "<th scope=col class=w>Blocks\n";
}

/// A number and its unit stay in a line. Narrow pages leave out times that are
/// not what a row is about.
std::string amount_cell(const std::string& amount, const SideNames& names) {
  std::string text = html(amount);
  const std::size_t blank = text.find(' ');
  if (blank != std::string::npos) text.replace(blank, 1, "&nbsp;");
  return (names.are_changes ? "<td>" : "<td class=w>") + text;
}

/// The words of the row with their range, and the quotient by which they are
/// sorted.
std::string measured_cell(const FormulaRow& row) {
  const std::string words = row.sentence.empty() ? row.words : row.sentence;
  const auto figure = figure_of(*row.relation);
  std::string text =
      figure && row.sentence.empty()
          ? fmt::format("<td data-key={:.6g}>", figure->quotient.estimate)
          : "<td>";
  text += html(words);
  if (row.range.empty()) return text;
  return text + " <small>(" + html(row.range) + ")</small>";
}

std::string limit_cell(const FormulaRow& row) {
  constexpr std::string_view kWord = "allowed: ";
  const std::string_view limit = row.limit;
  return "<td>" +
         html(limit.starts_with(kWord) ? limit.substr(kWord.size()) : limit);
}

std::string row_html(const RelationRow& row, bool has_sides,
                     const SideNames& names) {
  const RelationReport& relation = row.relation;
  const auto ratio = ratio_of(relation);
  const std::string name = html_name(name_of(row.formula));
  std::string text = "<tr><td>" + std::string(verdict_text(row.formula));
  if (!names.are_changes) text += "<td>" + name;
  text += "<th scope=row><button>" +
          (names.are_changes ? name : html_name(relation.text)) + "</button>";
  const std::string left = amount_cell(row.row.left, names);
  const std::string right = amount_cell(row.row.right, names);
  if (has_sides) text += names.are_changes ? right + left : left;
  text += measured_cell(row.row);
  if (has_sides && !names.are_changes) text += right;
  text += limit_cell(row.row) + "<td>" +
          interval_plot(ratio, ratio_of_all_calls(relation)) + "<td class=w>";
  return relation.blocks > 0 ? text + std::to_string(relation.blocks) : text;
}

/// Says what the calls and runs of this experiment may not have shown.
std::string unseen_html(const RelationReport& relation) {
  std::string text = unseen_clause(relation);
  if (text.empty()) return {};
  text.front() = 'M';
  return "<p>" + text;
}

/// Returns the file of all formulas; empty if they are of several.
std::string file_of(const std::vector<RelationRow>& rows) {
  if (rows.empty()) return {};
  const std::string& first = rows.front().formula.file;
  const bool is_one = std::ranges::all_of(
      rows, [&](const RelationRow& row) { return row.formula.file == first; });
  return is_one ? first : std::string();
}

/// Returns the place of a formula, and its text if its verdict is not that of
/// its relations together. `file` is that of all formulas, or empty.
std::string formula_html(const RelationRow& row, const std::string& file) {
  const FormulaReport& formula = row.formula;
  std::string text = "<p class=m>";
  text += file.empty() ? html_name(formula.file) + ':' : std::string("line ");
  text += std::to_string(formula.line);
  if (formula.relations.size() > 1) {
    text += fmt::format(
        ", one of {} relations{}", formula.relations.size(),
        formula.conjunction ? std::string() : " of " + html_name(formula.text));
  }
  return text;
}

/// Names what can be done about a relation of a formula that does not hold.
std::string steps_html(const FormulaReport& formula,
                       const RelationReport& relation) {
  std::string text;
  for (const NextStep& one : formula.next_steps) {
    if (one.relation != relation.id) continue;
    const bool is_loosened = one.kind == NextStep::Kind::kLoosen;
    text += std::string(is_loosened ? "<p>Would hold" : "<p>To settle") +
            ": <code>" + html_name(one.text) + "</code>";
    if (!one.why.empty()) text += ' ' + html_name(one.why);
  }
  if (!formula.command.empty()) {
    text += "<p>Again: <code>" + html_name(formula.command) + "</code>";
  }
  return text;
}

std::string details_html(const RelationRow& row) {
  const RelationReport& relation = row.relation;
  std::string text =
      fmt::format("<p>{}; {}", to_text(relation.decision.strength),
                  html(effect_text(relation, row.formula.dimension)));
  text += unseen_html(relation);
  const std::string others = disagreement_text(relation);
  if (!others.empty()) text += "<p>" + html(others);
  if (!relation.compared.empty() && relation.decision.decided_by) {
    text += "<p>Ratios compare " + html_name(relation.compared) +
            ", without terms that are subtracted or on both sides";
  }
  if (relation.portability) {
    text += "<p>Portability " + ratio_text(*relation.portability);
  }
  return text + steps_html(row.formula, relation);
}

}  // namespace

std::string relations_html(const std::vector<RelationRow>& rows,
                           const SideNames& names, Figures& figures) {
  const bool are_sides_shown = has_sides(rows);
  const std::string file = names.are_changes ? std::string() : file_of(rows);
  const int count = (are_sides_shown ? 9 : 7) - (names.are_changes ? 1 : 0);
  std::vector<logic::Verdict> verdicts;
  std::string text;
  for (const RelationRow& row : rows) {
    verdicts.push_back(row.formula.verdict);
    figures.add(row.relation);
    text += fmt::format("<tbody class={}{}>{}\n<tr><td colspan={}>{}",
                        class_of(row.formula.verdict),
                        row.row.mark == Mark::kNone ? "" : " data-open",
                        row_html(row, are_sides_shown, names), count,
                        details_html(row));
    if (!names.are_changes) text += formula_html(row, file);
    text += '\n';
  }
  return (file.empty() ? "" : "<p class=m>" + html_name(file) + '\n') +
         filter_html(verdicts) +
         "<div class=table role=region aria-label=Relations tabindex=0>"
         "<table>\n" +
         heading_html(are_sides_shown, names) + text + "</table></div>\n";
}

}  // namespace spl::runner
