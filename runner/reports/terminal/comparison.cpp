#include <fmt/format.h>

#include "runner/reports/terminal/columns.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"
#include "spl/statistics/interpretations/three_parts.hpp"

namespace spl::runner {
namespace {

std::string factor_text(const TimesAsMuch& factor) {
  std::string text = ratio_text(factor.estimate);
  if (!factor.lower || !factor.upper) return text;
  return text + fmt::format(" ({} .. {})", ratio_text(*factor.lower),
                            ratio_text(*factor.upper));
}

/// The answer, in a line.
std::string answer_text(const Comparison& comparison, Colors colors) {
  const FormulaReport& formula = comparison.formula;
  const bool is_time = formula.dimension == logic::Dimension::kTime;
  const auto painted_as = [&](const std::string& text, logic::Verdict verdict) {
    return painted(text, verdict, colors);
  };
  if (comparison.less) {
    const std::string less =
        foreign_name(comparison.commands[*comparison.less].command);
    const std::string more =
        foreign_name(comparison.commands[1 - *comparison.less].command);
    const std::string much =
        !comparison.factor
            ? std::string(is_time ? "faster than" : "better than")
            : factor_text(*comparison.factor) + " times as " +
                  (is_time ? "fast as" : "sparing as");
    return painted_as(less, logic::Verdict::kHolds) + " is " + much + ' ' +
           more;
  }
  if (formula.verdict == logic::Verdict::kError) {
    return painted_as("not compared", formula.verdict);
  }
  if (comparison.are_alike) {
    return is_time ? "neither is faster" : "neither takes less";
  }
  return painted_as(is_time ? "it is not known which is faster"
                            : "it is not known which takes less",
                    logic::Verdict::kUndecided);
}

/// Says how rare the slow processes are that an answer may not know of.
std::string rare_text(const Comparison& comparison) {
  const auto& parts = comparison.formula.relations.front().parts;
  if (!parts || parts->nothing_varies) return {};
  return fmt::format(
      "  may be unseen (1 in 10): behaviour of fewer than 1 of {:.0f} "
      "processes\n",
      parts->unseen.calls);
}

}  // namespace

std::string outcome_section(const Comparison& comparison,
                            const Report& /*report*/, Style style) {
  const FormulaReport& formula = comparison.formula;
  const RelationReport& relation = formula.relations.front();
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  std::string text = answer_text(comparison, style.colors) +
                     (is_wall ? "" : " (" + formula.metric + ')') + '\n';
  Columns columns({"command", "median", "mean", "10 % .. 90 %", "processes"});
  for (const auto& [command, seen] : comparison.commands) {
    if (seen.runs == 0) continue;
    const auto amount = [&](double one) {
      return amount_text(one, formula.dimension);
    };
    columns.add({foreign_name(command), amount(seen.median), amount(seen.mean),
                 amount(seen.q10) + " .. " + amount(seen.q90),
                 std::to_string(seen.observations)});
  }
  text += columns.text(style.most_columns());
  text +=
      "  first / second: " + effect_text(relation, formula.dimension) + '\n';
  text += rare_text(comparison);
  if (style.detail == Detail::kVerbose) {
    text += details_section(relation, formula.dimension);
  }
  return text;
}

}  // namespace spl::runner
