#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/html/interval_plot.hpp"
#include "runner/reports/html/markup.hpp"
#include "runner/reports/html/sections.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/unseen.hpp"
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

std::string interval_text(const PlottedRatio& ratio) {
  std::string text = ratio_text(ratio.estimate);
  if (!ratio.lower || !ratio.upper) return text;
  return fmt::format("{} <small>({} .. {})</small>", text,
                     ratio_text(*ratio.lower), ratio_text(*ratio.upper));
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

/// The columns that a table has, besides those of all tables.
struct Columns {
  bool sides = false;
  bool all_calls = false;
};

Columns columns_of(const std::vector<RelationRow>& rows) {
  Columns columns;
  for (const RelationRow& row : rows) {
    if (row.left || row.right) columns.sides = true;
    if (ratio_of_all_calls(row.relation)) columns.all_calls = true;
  }
  return columns;
}

std::string heading_html(const Columns& columns, const SideNames& names) {
  std::string text =
      "<thead><tr><th scope=col>Verdict<th scope=col>Formula<th scope=col>"
      "Relation<th scope=col>Finding";
  if (columns.sides) {
    text += fmt::format("<th scope=col class=w>{}<th scope=col class=w>{}",
                        names.left, names.right);
  }
  text += fmt::format("<th scope=col>Ratio <small>{}</small>", names.ratio);
  if (columns.all_calls) text += "<th scope=col class=w>Ratio of all calls";
  return text + "<td>" + plot_scale() + "<th scope=col class=w>Blocks\n";
}

std::string amount_cell(const std::optional<double>& amount,
                        logic::Dimension dimension) {
  std::string text = amount ? amount_text(*amount, dimension) : "";
  // A number and its unit stay in a line.
  const std::size_t blank = text.find(' ');
  if (blank != std::string::npos) text.replace(blank, 1, "&nbsp;");
  return "<td class=w>" + text;
}

std::string metric_text(const FormulaReport& formula) {
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  return is_wall ? "" : " [" + formula.metric + ']';
}

std::string row_html(const RelationRow& row, const Columns& columns) {
  const RelationReport& relation = row.relation;
  const logic::Dimension dimension = row.formula.dimension;
  const auto ratio = ratio_of(relation);
  const auto all_calls = ratio_of_all_calls(relation);
  std::string text = fmt::format(
      "<tr><td>{}<td>{}<th scope=row><button>{}</button><td>{}",
      verdict_text(row.formula),
      html_name(row.formula.label + metric_text(row.formula)),
      html_name(relation.text), to_text(relation.decision.strength));
  if (columns.sides) {
    text +=
        amount_cell(row.left, dimension) + amount_cell(row.right, dimension);
  }
  text += "<td>" + (ratio ? interval_text(*ratio) : "");
  if (columns.all_calls) {
    text += "<td class=w>" + (all_calls ? interval_text(*all_calls) : "");
  }
  text += "<td>" + interval_plot(ratio, all_calls);
  text += "<td class=w>";
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
  const bool is_one = std::all_of(
      rows.begin(), rows.end(),
      [&](const RelationRow& row) { return row.formula.file == first; });
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
  std::string text = "<p>" + html(effect_text(relation, row.formula.dimension));
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
                           const SideNames& names, const Report& report,
                           Figures& figures) {
  // Claims of a guard stand in no file.
  const bool has_places = !std::holds_alternative<Guard>(report.outcome);
  const Columns columns = columns_of(rows);
  const std::string file = has_places ? file_of(rows) : std::string();
  const int count = 7 + (columns.sides ? 2 : 0) + (columns.all_calls ? 1 : 0);
  std::vector<logic::Verdict> verdicts;
  std::string text;
  for (const RelationRow& row : rows) {
    verdicts.push_back(row.formula.verdict);
    figures.add(row.relation);
    text += fmt::format("<tbody class={}>{}\n<tr><td colspan={}>{}",
                        class_of(row.formula.verdict), row_html(row, columns),
                        count, details_html(row));
    if (has_places) text += formula_html(row, file);
    text += '\n';
  }
  return (file.empty() ? "" : "<p class=m>" + html_name(file) + '\n') +
         filter_html(verdicts) +
         "<div class=table role=region aria-label=Relations tabindex=0>"
         "<table>\n" +
         heading_html(columns, names) + text + "</table></div>\n";
}

}  // namespace spl::runner
