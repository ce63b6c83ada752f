#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "runner/reports/formula_text.hpp"
#include "runner/reports/terminal/effect.hpp"
#include "runner/reports/terminal/relation_notes.hpp"
#include "runner/reports/terminal/relation_table.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/shell_line.hpp"
#include "runner/reports/terminal/side_texts.hpp"
#include "runner/reports/terminal/unseen.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kWidestText = 48;

std::string portability_text(const RelationReport& relation) {
  if (!relation.portability) return {};
  return "; portability " + ratio_text(*relation.portability);
}

/// Gives the output of a program, which may end a failure, a line of its own.
std::string before_failure_text(const RelationReport& relation,
                                logic::Dimension dimension) {
  if (relation.stopped != Stop::kFailed) return {};
  const std::string seen = seen_before_failure(relation, dimension);
  return seen.empty() ? seen : "      before that " + seen + '\n';
}

/// Says how much of the difference would remain with another link or build.
std::string layouts_text(const LayoutEffect& layout,
                         const RelationReport& relation,
                         logic::Dimension dimension) {
  const double difference = std::abs(relation.decision.difference.value_or(0));
  const char* what = layout.unit == LayoutUnit::kBuilds ? "build" : "layout";
  if (layout.deviation == 0) {
    return fmt::format(
        "      {} {}s: they differ no more than the blocks of each\n",
        layout.layouts, what);
  }
  const std::string price =
      layout.needed > layout.layouts
          ? fmt::format("; to find {} takes about {} {}s",
                        percent_text(relation.resolution), layout.needed, what)
          : std::string();
  return fmt::format(
      "      {} {}s: the {} alone moves the difference by {} "
      "(standard deviation){}{}\n",
      layout.layouts, what, what,
      layout.fraction ? percent_text(*layout.fraction) + " of the right side"
                      : amount_text(layout.deviation, dimension),
      difference > 0 ? fmt::format(", {:.2g} times what it is",
                                   layout.deviation / difference)
                     : std::string(),
      price);
}

/// Returns the width of the column of texts.
std::size_t width_of(const std::vector<FormulaReport>& formulas) {
  std::size_t width = 0;
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& relation : formula.relations) {
      width = std::max(width, relation.text.size());
    }
  }
  return std::min(width, kWidestText);
}

/// One line of sentences that stands alone.
std::string sentences(const RelationReport& relation,
                      logic::Dimension dimension, std::size_t width,
                      Style style) {
  const logic::Decision& decision = relation.decision;
  const std::string strength = fmt::format("{:11}", to_text(decision.strength));
  return fmt::format("  {:{}}  {}  {}{}\n", foreign_name(relation.text), width,
                     painted(strength, decision.verdict, style.colors),
                     effect_and_sides(relation, dimension),
                     portability_text(relation)) +
         before_failure_text(relation, dimension);
}

constexpr std::size_t kRemarkIndent = 10;  ///< The indent of remarks.
constexpr std::size_t kLineIndent = 4;     ///< The indent of other lines.

/// Breaks lines, if the form has a width.
std::string fitted(const std::string& lines, std::size_t indent, Style style) {
  if (style.form == Form::kSentences || lines.empty()) return lines;
  return wrapped(lines, {style.width, indent});
}

/// Returns the remarks that belong to a relation besides its line.
std::string remarks_of(const RelationReport& relation,
                       logic::Dimension dimension, Style style) {
  std::string text;
  if (!relation.compared.empty() && relation.decision.decided_by) {
    text += "      ratios compare " + relation.compared +
            ", without terms that are subtracted or on both sides\n";
  }
  if (style.detail == Detail::kVerbose) text += unseen_text(relation);
  if (relation.layout) {
    text += layouts_text(*relation.layout, relation, dimension);
  }
  if (style.detail == Detail::kVerbose) {
    text += details_section(relation, dimension);
  } else if (style.detail == Detail::kNormal) {
    const std::string others = disagreement_text(relation);
    if (!others.empty()) text += "      " + others + '\n';
  }
  return fitted(text, kRemarkIndent, style);
}

// --- What to do --------------------------------------------------------------

constexpr std::size_t kStepIndent = 16;

std::string step_line(std::string_view what, const std::string& step,
                      Style style) {
  const std::string line = fmt::format("    {:11} {}", what, step);
  if (style.form == Form::kSentences) return line + '\n';
  return wrapped(line, {style.width, kStepIndent}) + '\n';
}

std::string lines_of(const std::vector<std::string>& steps,
                     std::string_view what, Style style) {
  std::string text;
  for (const std::string& one : steps) {
    text += step_line(what, foreign_name(one), style);
  }
  return text;
}

std::string steps_text(const FormulaReport& formula, Style style) {
  std::string text = lines_of(steps_of(formula, NextStep::Kind::kLoosen),
                              "would hold:", style) +
                     lines_of(steps_of(formula, NextStep::Kind::kMeasure),
                              "to settle:", style);
  if (!formula.command.empty()) {
    text += shell_line(fmt::format("    {:11} ", "again:"),
                       foreign_name(formula.command), style);
  }
  return text;
}

// --- Formulas ----------------------------------------------------------------

std::string heading_of(const FormulaReport& formula, Style style) {
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  std::string text;
  if (style.has_headings) {
    text = fmt::format(
        "{}:{}: {}: {}{}\n", foreign_name(formula.file), formula.line,
        foreign_name(formula.label),
        painted(verdict_text(formula), formula.verdict, style.colors),
        is_wall ? "" : " (" + formula.metric + ')');
  } else if (!is_wall) {
    text = "  metric: " + formula.metric + '\n';
  }
  // Else the verdicts of its relations do not say that of the formula.
  if (!formula.conjunction) {
    text +=
        fitted("  " + foreign_name(formula.text) + '\n', kLineIndent, style);
  }
  return text;
}

/// The formulas that the detail asks for.
std::vector<FormulaReport> shown(const std::vector<FormulaReport>& formulas,
                                 Detail detail) {
  std::vector<FormulaReport> result;
  for (const FormulaReport& one : formulas) {
    const bool holds = one.verdict == logic::Verdict::kHolds;
    if (detail != Detail::kQuiet || !holds) result.push_back(one);
  }
  return result;
}

/// The quotients of ratios here and elsewhere (figure 7 of the SPL paper).
std::string portability_summary(const std::vector<FormulaReport>& formulas) {
  std::vector<double> all;
  const RelationReport* worst = nullptr;
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& one : formula.relations) {
      if (!one.portability) continue;
      all.push_back(*one.portability);
      if (worst == nullptr || *one.portability > *worst->portability) {
        worst = &one;
      }
    }
  }
  if (worst == nullptr) return {};
  std::sort(all.begin(), all.end());
  const auto share = [&](double limit) {
    const auto end = std::upper_bound(all.begin(), all.end(), limit);
    return fmt::format("{:.0f} %", 100.0 *
                                       static_cast<double>(end - all.begin()) /
                                       static_cast<double>(all.size()));
  };
  return fmt::format(
      "portability of {} {} (1: the ratio is the same there): median {}, {} "
      "within 1.1, {} within 1.5, {} within 2; worst {}: {}\n",
      all.size(), all.size() == 1 ? "relation" : "relations",
      ratio_text(statistics::median(all)), share(1.1), share(1.5), share(2),
      ratio_text(*worst->portability), foreign_name(worst->text));
}

}  // namespace

std::string formulas_text(const std::vector<FormulaReport>& all, Style style) {
  const std::vector<FormulaReport> formulas = shown(all, style.detail);
  const std::size_t width = width_of(formulas);
  std::optional<RelationTable> table;
  std::string text;
  if (style.form == Form::kColumns) {
    table.emplace(formulas, style);
    text += table->heading();
  }
  for (const FormulaReport& formula : formulas) {
    text += heading_of(formula, style);
    for (const RelationReport& one : formula.relations) {
      text += table ? table->text(one, formula.dimension)
                    : sentences(one, formula.dimension, width, style);
      text += remarks_of(one, formula.dimension, style);
    }
    text += steps_text(formula, style);
  }
  if (style.detail == Detail::kNormal)
    text += fitted(unseen_text(all, "of some relations less; -v"), kLineIndent,
                   style);
  return text;
}

std::string outcome_section(std::monostate /*nothing*/,
                            const Report& /*report*/, Style /*style*/) {
  return {};
}

std::string outcome_section(const Evaluation& evaluation,
                            const Report& /*report*/, Style style) {
  return formulas_text(evaluation.formulas, style) +
         fitted(portability_summary(evaluation.formulas), kLineIndent, style);
}

}  // namespace spl::runner
