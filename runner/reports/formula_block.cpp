#include "runner/reports/formula_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/reports/figure.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

using logic::Sign;
using logic::Strength;
using logic::Verdict;

constexpr std::size_t kBelowRow = 8;  ///< The indent of lines below rows.

Compared compared_by(const FormulaReport& formula) {
  return compared(formula.metric, formula.dimension);
}

/// A `<` or `>` that was not proven, with the change that is ruled out, in the
/// digits of the row.
std::string unproven_text(const RelationReport& relation,
                          const FormulaReport& formula) {
  const bool is_less = relation.sign == Sign::kLess;
  const std::string claim = fmt::format("`{}` claims a {}", is_less ? "<" : ">",
                                        is_less ? "speed-up" : "slowdown");
  const auto figure = figure_of(relation);
  if (relation.decision.strength == Strength::kNotProven && figure &&
      figure->has_range) {
    const QuotientText text = quotient_text(
        {figure->quotient.estimate / figure->limit,
         figure->quotient.lower / figure->limit,
         figure->quotient.upper / figure->limit},
        compared_by(formula), is_less ? Ends::kLower : Ends::kUpper);
    constexpr std::string_view kBegin = "at most ";
    const std::size_t percent = text.range.find('%');
    if (text.range.starts_with(kBegin) && percent != text.range.npos) {
      return claim + "; one above " +
             text.range.substr(kBegin.size(), percent + 1 - kBegin.size()) +
             " is ruled out";
    }
  }
  return claim + ", which is not proven";
}

/// "2.1 times as long": a quotient without a range.
std::string plain_words(double quotient, const FormulaReport& formula) {
  const Compared what = compared_by(formula);
  const double digit = quotient >= 2 || quotient <= 0.5 ? 0.02 : 0.01;
  const std::string words =
      quotient_text({quotient, quotient * (1 - digit), quotient * (1 + digit)},
                    what)
          .words;
  return words.substr(0, words.rfind(' '));  // Without "than".
}

/// "most calls take equally long", "most calls: 5.0% shorter".
std::string most_calls(double quotient, const FormulaReport& formula) {
  constexpr double kAlike = 0.02;
  if (std::abs(quotient - 1) >= kAlike) {
    return "most calls: " + plain_words(quotient, formula);
  }
  return compared_by(formula) == Compared::kTime
             ? "most calls take equally long"
             : "most calls are alike";
}

/// Typical calls and all calls show something else: what, and how often.
std::string rare_text(const RelationReport& relation,
                      const FormulaReport& formula, Order order) {
  const auto& parts = relation.parts;
  const auto figure = figure_of(relation);
  const auto& estimate = relation.decision.ratio.estimate;
  if (!parts || !figure || !estimate || parts->nothing_varies ||
      !parts->asks_typical_calls) {
    return {};
  }
  const auto shown = [&](double ratio) {
    const double quotient = ratio * figure->limit;
    return order == Order::kExchanged ? 1 / quotient : quotient;
  };
  const std::string typical = most_calls(shown(*estimate), formula);
  const char* slow =
      parts->slow.are_runs ? "slow processes" : "rare slow calls";
  if (do_parts_contradict(relation)) {
    return fmt::format("{}; {} leave open what all calls take", typical, slow);
  }
  if (parts->finding == logic::Finding::kIndistinct) return {};
  const std::size_t more = std::max(parts->slow.left, parts->slow.right);
  const std::string often =
      more == 0 ? slow
                : fmt::format("{} in {} of {} runs", slow, more, parts->units);
  if (is_found_by_typical_calls(relation)) {
    constexpr double kApart = 1.25;
    const double apart = parts->mean / *estimate;
    const bool is_within =
        parts->lower <= *estimate && *estimate <= parts->upper;
    if (is_within || (apart < kApart && apart > 1 / kApart)) return {};
    return "on average " + plain_words(shown(parts->mean), formula) + ": " +
           often;
  }
  return typical + "; the average differs because of " + often;
}

/// What a refutation or a proof lacks, though all that was seen shows a
/// difference.
std::string lacking_runs(const RelationReport& relation) {
  const logic::PartsDecision& parts = *relation.parts;
  const auto& found = parts.findings;
  const Sign sign = relation.sign;
  if ((found.suggests_greater &&
       (sign == Sign::kLessEqual || sign == Sign::kEqual)) ||
      (found.suggests_less &&
       (sign == Sign::kGreaterEqual || sign == Sign::kEqual))) {
    return counted(parts.units, "run") + " are too few to be sure";
  }
  if (!claims_proof(relation)) return {};
  if (parts.units < parts.needed.units) {
    return fmt::format("a proof takes {} runs", parts.needed.units);
  }
  if (parts.calls < parts.needed.calls) {
    return fmt::format("a proof takes {} calls of each", parts.needed.calls);
  }
  return {};
}

/// More than it may be is possible.
std::string weak_text(const RelationReport& relation,
                      const FormulaReport& formula, Order order) {
  const bool is_exchanged = order == Order::kExchanged;
  auto figure = figure_of(relation);
  if (figure && is_exchanged) figure = exchanged(*figure);
  std::string text = "passes, but is not certain";
  const auto& parts = relation.parts;
  if (parts && parts->units < statistics::kFewestUnits &&
      parts->asks_typical_calls && is_typical_ruled_out(relation)) {
    return text + ": " + std::to_string(parts->units) +
           " runs are too few to see slow ones";
  }
  if (!figure || !figure->has_range) return text;
  const bool is_less = is_exchanged != (relation.sign == Sign::kLess ||
                                        relation.sign == Sign::kLessEqual);
  const MeasuredQuotient& seen = figure->quotient;
  const bool is_farther =
      relation.sign == Sign::kEqual && seen.upper * seen.lower > 1;
  const double end = is_less || is_farther ? seen.upper : seen.lower;
  if (!std::isfinite(end) || end <= 0) {
    return text + ": too little was measured to rule anything out";
  }
  constexpr double kRounding = 1e-9;
  if (std::abs(end / figure->limit - 1) < kRounding) return text;
  const bool has_constant =
      relation.sides.left.terms.empty() || relation.sides.right.terms.empty();
  const double beyond = has_constant ? end / figure->limit : end;
  text += ": " + end_of_range(beyond, compared_by(formula));
  if (has_constant) {
    const bool has_least = !is_less && relation.sign != Sign::kEqual;
    text += beyond < 2 ? " than " : " as ";
    text += has_least ? "required" : "allowed";
  }
  return text + " is possible";
}

/// What a reader needs to know beside the figures of a relation: why it is open
/// or violated though the figures do not show it. May be empty.
std::string remark_of(const RelationReport& relation,
                      const FormulaReport& formula, Order order) {
  const logic::Decision& decision = relation.decision;
  if (relation.stopped == Stop::kFormula ||
      decision.verdict == Verdict::kError) {
    return {};
  }
  if (!decision.reason.empty()) return foreign_text(decision.reason);
  if (std::string rare = rare_text(relation, formula, order); !rare.empty()) {
    return rare;
  }
  const bool is_claim =
      relation.sign == Sign::kLess || relation.sign == Sign::kGreater;
  const bool is_found = decision.finding == logic::Finding::kLess ||
                        decision.finding == logic::Finding::kGreater;
  if (decision.verdict == Verdict::kViolated && is_claim && !is_found) {
    return unproven_text(relation, formula);
  }
  const bool is_open = decision.verdict == Verdict::kUndecided;
  return is_open && relation.parts ? lacking_runs(relation) : "";
}

/// "3.3 times as long (3.2..3.4)", "4.2 us (4.1..4.4)": the row of an earlier
/// ratio.
std::string earlier_figure(RelationReport relation,
                           const FormulaReport& formula, Order order) {
  relation.decision.ratio = relation.earlier->ratio;
  relation.parts.reset();
  relation.open_parts.reset();
  relation.nothing_varied = false;
  const double ratio = *relation.earlier->ratio.estimate;
  RelationSide& left = relation.sides.left;
  RelationSide& right = relation.sides.right;
  if (right.terms.empty()) left.amount = ratio * right.constant;
  if (left.terms.empty()) right.amount = left.constant / ratio;
  const FormulaRow row = row_of(relation, formula, order);
  const std::string figure = row.words.empty()
                                 ? row.left + row.right
                                 : row.words.substr(0, row.words.rfind(' '));
  return row.range.empty() ? figure : figure + " (" + row.range + ')';
}

/// What the same programs gave earlier, of the first relation where that
/// contradicts what is shown.
std::string earlier_text(const FormulaReport& formula,
                         const std::vector<FormulaRow>& rows) {
  for (const FormulaRow& row : rows) {
    const RelationReport& one = *row.relation;
    const auto figure = figure_of(one);
    if (!one.earlier || !figure || figure->is_of_all_calls) continue;
    return (row.values.empty() ? "" : row.values + ": ") +
           fmt::format(
               "the same programs at {}: {}; their input, a setting or the "
               "machine has changed: spl-run doctor tests the machine",
               foreign_name(one.earlier->begun),
               earlier_figure(one, formula, row.order));
  }
  return {};
}

}  // namespace

std::string statement_of(const FormulaReport& formula) {
  const std::string text = foreign_name(formula.text);
  const std::string label = label_of(formula);
  return label.empty() || label == formula.text
             ? text
             : foreign_name(label) + ": " + text;
}

std::string head_of(const FormulaReport& formula, Place place) {
  std::string text;
  if (place == Place::kShown && !formula.file.empty()) {
    text = foreign_name(formula.file);
    if (is_in_file(formula)) text += fmt::format(":{}", formula.line);
    text += ": ";
  }
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  return text + verdict_text(formula) +
         (is_wall ? "" : " (" + foreign_name(formula.metric) + ')') + ": " +
         statement_of(formula);
}

namespace {

/// The row of a relation; null if it has none of its own.
const FormulaRow* row_with(const std::vector<FormulaRow>& rows,
                           const RelationReport& relation) {
  const auto found = std::ranges::find_if(rows, [&](const FormulaRow& one) {
    return one.relation == &relation || one.other == &relation;
  });
  return found == rows.end() ? nullptr : &*found;
}

/// The reason of the formula's verdict: of the worst relation that has one.
std::string reason_of(const FormulaReport& formula,
                      const std::vector<FormulaRow>& rows) {
  constexpr Verdict kOrder[] = {Verdict::kViolated, Verdict::kUndecided,
                                Verdict::kHolds};
  const bool holds = formula.verdict == Verdict::kHolds;
  for (const Verdict verdict : kOrder) {
    for (const RelationReport& one : formula.relations) {
      if (one.decision.verdict != verdict) continue;
      const FormulaRow* row = row_with(rows, one);
      const Order order = row == nullptr          ? Order::kWritten
                          : row->relation == &one ? row->order
                                                  : opposite(row->order);
      if (holds && one.is_weak && formula.is_weak) {
        return weak_text(one, formula, order);
      }
      if (holds) continue;
      if (verdict == Verdict::kHolds) continue;
      // Those without figures have it in their rows.
      if (row != nullptr && !row->sentence.empty()) continue;
      const std::string remark = remark_of(one, formula, order);
      if (remark.empty()) continue;
      return row == nullptr || rows.size() < 2 ? remark
                                               : row->values + ": " + remark;
    }
  }
  return {};
}

/// "n = 100, 500: stopped early, since n = 10 decides".
std::string stopped_text(const FormulaReport& formula,
                         const std::vector<FormulaRow>& rows) {
  constexpr std::size_t kNamed = 12;
  std::string names;
  std::string first;
  std::string decider;
  std::size_t stopped = 0;
  for (const FormulaRow& one : rows) {
    if (one.relation->stopped == Stop::kFormula) {
      const std::size_t equals = one.values.find(" = ");
      const bool is_short = !names.empty() && equals != std::string::npos &&
                            one.values.starts_with(first);
      if (++stopped > kNamed) continue;
      if (names.empty()) first = one.values.substr(0, equals);
      names += (names.empty() ? "" : ", ") +
               (is_short ? one.values.substr(equals + 3) : one.values);
    } else if (decider.empty() &&
               one.relation->decision.verdict == formula.verdict) {
      decider = one.values;
    }
  }
  if (names.empty()) return {};
  if (stopped > kNamed) {
    names += fmt::format(" and {} more", stopped - kNamed);
  }
  return names + ": stopped early" +
         (decider.empty() ? "" : ", since " + decider + " decides");
}

std::string below_row(const std::string& text, Style style) {
  if (text.empty()) return {};
  return wrapped(std::string(kBelowRow, ' ') + text,
                 {style.most_columns(), kBelowRow}) +
         '\n';
}

std::string rows_text(const FormulaReport& formula,
                      const std::vector<FormulaRow>& rows, Style style) {
  std::vector<FormulaRow> shown;
  for (const FormulaRow& one : rows) {
    const bool is_left = one.relation->stopped == Stop::kFormula &&
                         style.detail != Detail::kVerbose && rows.size() > 1;
    if (!is_left) shown.push_back(one);
  }
  const std::vector<std::string> lines =
      row_lines(shown, {style.most_columns(), style.colors});
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i] + '\n';
    if (style.detail == Detail::kVerbose) {
      text += details_section(*shown[i].relation, formula.dimension, style);
    }
  }
  if (style.detail == Detail::kVerbose) return text;
  const auto rearranged =
      std::ranges::find_if(shown, [](const FormulaRow& one) {
        return !one.relation->compared.empty() && one.sentence.empty();
      });
  if (rearranged != shown.end()) {
    text +=
        below_row("compared: " + foreign_name(rearranged->relation->compared) +
                      ", without what both sides have",
                  style);
  }
  return text + below_row(stopped_text(formula, rows), style);
}

}  // namespace

std::vector<Hint> hints_of(const FormulaReport& formula) {
  std::vector<Hint> hints;
  for (const std::string& one : steps_of(formula, NextStep::Kind::kLoosen)) {
    hints.push_back({"would hold", one});
  }
  for (const std::string& one : steps_of(formula, NextStep::Kind::kMeasure)) {
    hints.push_back({"try", one});
  }
  if (!formula.search.empty()) {
    hints.push_back({"find it", formula.search, true});
  }
  if (!formula.command.empty()) {
    hints.push_back({"rerun", formula.command, true});
  }
  return hints;
}

std::string hint_lines(const std::vector<Hint>& hints, Style style) {
  std::size_t width = 0;
  for (const Hint& one : hints) width = std::max(width, one.label.size() + 1);
  std::string text;
  for (const Hint& one : hints) {
    const std::string begin = std::string(kBelowRow, ' ') +
                              fmt::format("{:{}} ", one.label + ':', width);
    std::string line =
        one.is_command
            ? shell_line(begin, one.text, style)
            : wrapped(begin + foreign_name(one.text),
                      {style.most_columns(), kBelowRow + width + 1}) +
                  '\n';
    line.pop_back();
    text += dimmed(line, style.colors) + '\n';
  }
  return text;
}

std::string block_of(const FormulaReport& formula, const BlockStyle& how) {
  const Style& style = how.style;
  std::string head = head_of(formula, how.place);
  const bool holds = formula.verdict == Verdict::kHolds;
  if (how.rows == Rows::kNearest && holds) {
    const std::vector<FormulaRow> rows = rows_of(formula);
    const FormulaRow* nearest = nearest_row(rows);
    if (nearest != nullptr && rows.size() > 1) {
      head += "  closest: " + nearest->values + ", " + nearest->words;
    }
  }
  constexpr std::size_t kMostOfHead = 500;
  if (head.size() > kMostOfHead) head.replace(kMostOfHead, head.npos, "...");
  head = wrapped(head, {style.most_columns(), kBelowRow});
  const std::string word = verdict_text(formula);
  const std::size_t at =
      how.place == Place::kShown ? head.find(": " + word) + 2 : 0;
  if (style.colors == Colors::kOn && at < head.size()) {
    head.replace(at, word.size(), painted(word, formula.verdict, style.colors));
  }
  std::string text = head + '\n';
  if (how.rows == Rows::kNearest && holds) return text;
  const std::vector<FormulaRow> rows = rows_of(formula);
  text += rows_text(formula, rows, style);
  text += below_row(reason_of(formula, rows), style);
  text += below_row(earlier_text(formula, rows), style);
  return text + hint_lines(hints_of(formula), style);
}

}  // namespace spl::runner
