#include "runner/reports/markdown_report.hpp"

#include <fmt/format.h>

#include <vector>

#include "runner/reports/formula_text.hpp"
#include "runner/reports/markdown_text.hpp"
#include "runner/reports/messages.hpp"
#include "runner/reports/tables.hpp"
#include "runner/reports/terminal/relation_notes.hpp"
#include "runner/reports/terminal/side_texts.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kTitle = "## spl-run: ";

// A step summary of GitHub has 1 MiB at most, a comment 64 kB.
constexpr std::size_t kMostRows = 200;

std::string place_of(const FormulaReport& formula) {
  if (!is_in_file(formula)) return markdown_code(name_of(formula));
  return fmt::format(
      "{}<br>{}", markdown_code(name_of(formula)),
      markdown_text(fmt::format("{}:{}", formula.file, formula.line)));
}

/// Returns what was found, with the interpretations that disagree.
std::string finding_of(const RelationReport& relation,
                       logic::Dimension dimension) {
  const std::string others = disagreement_text(relation);
  return effect_and_sides(relation, dimension) +
         (others.empty() ? "" : "; " + others);
}

/// Returns a row for each relation; the first has the formula, and its text if
/// that says more than the relations do.
std::vector<std::string> rows_of(const FormulaReport& formula) {
  std::vector<std::string> rows;
  std::string cells =
      fmt::format("| **{}** | {} |", verdict_text(formula), place_of(formula));
  if (!formula.conjunction || formula.relations.empty()) {
    rows.push_back(cells + ' ' + markdown_code(formula.text) + " | |\n");
    cells = "| | |";
  }
  for (const RelationReport& one : formula.relations) {
    rows.push_back(
        fmt::format("{} {} | {}: {} |\n", cells, markdown_code(one.text),
                    logic::to_text(one.decision.strength),
                    markdown_text(finding_of(one, formula.dimension))));
    cells = "| | |";
  }
  for (const std::string& step : step_lines(formula)) {
    rows.push_back(fmt::format("| | | | {} |\n", markdown_text(step)));
  }
  return rows;
}

std::string table_of(const std::vector<const FormulaReport*>& formulas) {
  std::string text =
      "| verdict | formula | relation | found |\n|---|---|---|---|\n";
  std::size_t count = 0;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    for (const std::string& row : rows_of(*formulas[i])) {
      text += row;
      ++count;
    }
    const std::size_t left = formulas.size() - i - 1;
    if (count >= kMostRows && left > 0) {
      return text + fmt::format("\n{} more are in the log.\n", left);
    }
  }
  return text;
}

std::string origin_of(const Report& report) {
  const bool is_given = !report.settings.data.empty();
  std::string text = is_given ? std::string("Given observations")
                              : fmt::format("Measured in {} on {}",
                                            seconds_text(report.seconds),
                                            markdown_code(report.context.host));
  return text + fmt::format(", {}, seed {}.", report.context.time,
                            report.context.seed);
}

std::string command_of(const Report& report) {
  if (report.command.empty()) return {};
  return "\nRepeat it:\n\n" + markdown_block(report.command, "sh");
}

std::string unfolding(std::string_view summary, const std::string& text) {
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n",
                     summary, text);
}

std::string warnings_of(const Report& report) {
  if (report.warnings.empty()) return {};
  std::string list;
  std::size_t left = kMostRows;
  const std::vector<GroupedWarning> all = grouped(report.warnings);
  for (const GroupedWarning& one : all) {
    if (left-- == 0) {
      list += "- more are in the log\n";
      break;
    }
    list += "- " + markdown_text(one.text + one.others) + '\n';
  }
  return unfolding(fmt::format("Warnings: {}", all.size()), list);
}

std::string names_of(std::string_view what,
                     const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text = fmt::format("\n{}", what);
  for (const std::string& one : names) {
    text += (&one == &names.front() ? " " : ", ") + markdown_code(one);
  }
  return text + ".\n";
}

std::string of_guard(const Report& report) {
  const auto* guard = std::get_if<Guard>(&report.outcome);
  if (guard == nullptr) return {};
  std::string accepted;
  for (const std::string& one : accepted_notes(*guard)) {
    accepted += '\n' + markdown_text(one) + '\n';
  }
  return accepted + names_of("New, without a baseline:", guard->appeared) +
         names_of("Gone since the baseline:", guard->vanished);
}

std::string errors_of(const Report& report) {
  std::string text;
  for (const parser::Diagnostic& one : report.errors) {
    const std::string place =
        one.file.empty() ? std::string()
                         : fmt::format("{}:{}:{}: ", foreign_name(one.file),
                                       one.line, one.column);
    text += '\n' + markdown_block(place + message_text(one.message));
  }
  return text;
}

std::string formulas_of_report(const std::vector<FormulaReport>& formulas) {
  std::vector<const FormulaReport*> open;
  std::vector<const FormulaReport*> held;
  for (const FormulaReport& one : formulas) {
    (one.verdict == logic::Verdict::kHolds ? held : open).push_back(&one);
  }
  std::string text;
  if (!open.empty()) text += '\n' + table_of(open);
  if (!held.empty()) {
    text += unfolding(fmt::format("Formulas that hold: {}", held.size()),
                      table_of(held));
  }
  return text;
}

}  // namespace

std::optional<std::string> markdown_report(const Report& report) {
  if (const auto* found = std::get_if<Times>(&report.outcome)) {
    return markdown_table(*found);
  }
  const auto* formulas = formulas_of(report.outcome);
  if (formulas == nullptr && report.errors.empty()) return std::nullopt;
  std::string text =
      std::string(kTitle) + overall_text(report) + "\n" + errors_of(report);
  if (formulas != nullptr) {
    text += fmt::format("\n{}. {} Ratios are left / right.\n",
                        counts_text(*formulas), origin_of(report));
  }
  text += command_of(report);
  if (formulas != nullptr) text += formulas_of_report(*formulas);
  return text + of_guard(report) + warnings_of(report);
}

bool is_markdown_report(std::string_view begin) {
  return begin.starts_with(kTitle) ||
         begin.substr(0, begin.find('\n')) == kMarkdownHeading;
}

}  // namespace spl::runner
