#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/commands/compare/comparison.hpp"
#include "runner/reports/figure.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

/// "takes 19% less time (17..21%)", "2.0 times as fast (1.99..2.01)": of the
/// command that takes less.
std::string much_text(const Figure& figure, bool is_time) {
  const QuotientText text = quotient_text(
      figure.quotient, is_time ? Compared::kTime : Compared::kCount);
  const std::string range = text.range.empty() ? "" : " (" + text.range + ')';
  const std::string number = text.words.substr(0, text.words.find(' '));
  if (text.unit == QuotientText::Unit::kTimesLess) {
    return number + " times as fast" + range;
  }
  return "takes " + number + (is_time ? " less time" : " less") + range;
}

/// The answer, in a line.
std::string answer_text(const Comparison& comparison,
                        const std::optional<Figure>& figure, Colors colors) {
  const FormulaReport& formula = comparison.formula;
  const bool is_time = formula.dimension == logic::Dimension::kTime;
  const auto word = [&](const char* text, logic::Verdict verdict) {
    return painted(text, verdict, colors);
  };
  if (formula.verdict == logic::Verdict::kError) {
    return word("error", formula.verdict) + ": " +
           foreign_text(formula.relations.front().decision.reason);
  }
  if (comparison.less) {
    const std::size_t less = *comparison.less;
    const std::string name = foreign_name(comparison.commands[less].command);
    std::string text =
        word(is_time ? "faster" : "less", logic::Verdict::kHolds) + ": " + name;
    const bool is_known = comparison.factor && figure;
    if (!is_known) return text;
    return text + ", " +
           much_text(less == 0 ? *figure : exchanged(*figure), is_time);
  }
  const std::string range =
      figure ? quotient_text(figure->quotient, Compared::kTime).range : "";
  const std::string in_parentheses = range.empty() ? "" : " (" + range + ')';
  if (comparison.are_alike) {
    return (is_time ? "neither is faster" : "neither takes less") +
           in_parentheses;
  }
  return word("undecided", logic::Verdict::kUndecided) + ": it is not known " +
         (is_time ? "which is faster" : "which takes less") + in_parentheses;
}

std::string counted_runs(const Comparison& comparison) {
  std::size_t fewest = 0;
  for (const auto& [command, seen] : comparison.commands) {
    if (seen.runs == 0) continue;
    fewest =
        fewest == 0 ? seen.observations : std::min(fewest, seen.observations);
  }
  return fewest == 0 ? "" : counted(fewest, "run") + " of each, ";
}

/// Says how rare the slow processes are that an answer may not know of.
std::string rare_text(const Comparison& comparison) {
  const auto& parts = comparison.formula.relations.front().parts;
  if (!parts || parts->nothing_varies || parts->unseen.calls < 2) return {};
  return fmt::format(
      " What fewer than 1 in {:.0f} runs do may have been missed.",
      std::floor(parts->unseen.calls));
}

}  // namespace

std::string Comparison::section(const Report& report,
                                const Style& style) const {
  const RelationReport& relation = formula.relations.front();
  const auto figure = figure_of(relation);
  std::string text;
  const FormulaRow row = row_of(relation, formula);
  const std::string amounts[] = {row.left, row.right};
  std::vector<std::vector<std::string>> lines;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (amounts[i].empty()) continue;
    lines.push_back({"  ", amounts[i], foreign_name(commands[i].command)});
  }
  for (const std::string& one : aligned(lines, "lrl")) text += one + '\n';
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  text += answer_text(*this, figure, style.colors) +
          (is_wall ? "" : " (" + formula.metric + ')') + '\n';
  if (style.detail == Detail::kVerbose) {
    for (const auto& [command, seen] : commands) {
      if (seen.runs == 0) continue;
      const auto amount = [&](double one) {
        return amount_text(one, formula.dimension);
      };
      text +=
          fmt::format("  {}: median {}, mean {}, {} .. {} at 10 % and 90 %\n",
                      foreign_name(command), amount(seen.median),
                      amount(seen.mean), amount(seen.q10), amount(seen.q90));
    }
    text += details_section(relation, formula.dimension, style);
  }
  return text + counted_runs(*this) + time_text(report) + '.' +
         rare_text(*this) + '\n';
}

}  // namespace spl::runner
