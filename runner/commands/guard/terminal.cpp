#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "runner/commands/guard/guard.hpp"
#include "runner/reports/figure.hpp"
#include "runner/reports/formula_block.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/terminal_text.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {
namespace {

/// The last standing that is listed claim by claim; of the others the report
/// has the number.
GuardStanding last_listed(Detail detail) {
  switch (detail) {
    case Detail::kQuiet:
      return GuardStanding::kUndecided;
    case Detail::kNormal:
      return GuardStanding::kOpen;
    case Detail::kVerbose:
      break;
  }
  return GuardStanding::kIdentical;
}

/// Which metrics a guard is about.
enum class Kinds { kCosts, kRates, kBoth };

Kinds kinds_of(const Guard& guard) {
  const auto rates = std::ranges::count_if(
      guard.formulas, [](const auto& one) { return is_rate(one.metric); });
  if (rates == 0) return Kinds::kCosts;
  const auto all = static_cast<std::ptrdiff_t>(guard.formulas.size());
  return rates == all ? Kinds::kRates : Kinds::kBoth;
}

/// "takes over 5% longer": what no claim that holds may do; times only.
bool is_about_times(const Guard& guard) {
  return std::ranges::all_of(guard.formulas, [](const FormulaReport& one) {
    return one.dimension == logic::Dimension::kTime;
  });
}

Mark mark_of(GuardStanding standing) {
  switch (standing) {
    case GuardStanding::kRefuted:
      return Mark::kViolated;
    case GuardStanding::kFailed:
      return Mark::kUnmeasured;
    case GuardStanding::kUndecided:
    case GuardStanding::kOpen:
      return Mark::kOpen;
    default:
      return Mark::kNone;
  }
}

/// The claims that the detail asks for, the worst last.
std::string rows_text(const Guard& guard, Style style) {
  std::vector<FormulaRow> rows;
  for (auto one = guard.claims.rbegin(); one != guard.claims.rend(); ++one) {
    if (one->standing > last_listed(style.detail)) continue;
    const FormulaReport& formula = guard.formulas[one->formula];
    FormulaRow row = row_of(guard, *one);
    row.values = foreign_name(name_of(formula));
    row.mark = mark_of(one->standing);
    if (row.mark != Mark::kViolated) row.limit.clear();
    rows.push_back(row);
  }
  const auto lines = row_lines(rows, {style.most_columns(), style.colors});
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i] + '\n';
    if (style.detail == Detail::kVerbose) {
      text += details_section(*rows[i].relation,
                              guard.formulas.front().dimension, style);
    }
  }
  return text;
}

/// The largest change for the worse that the claims leave which hold without
/// doubt, as a fraction of the baseline.
double reached_bound(const Guard& guard) {
  double bound = 0;
  for (const GuardClaim& one : guard.claims) {
    if (one.standing <= GuardStanding::kOpen) continue;
    const FormulaReport& formula = guard.formulas[one.formula];
    const RelationReport& relation = formula.relations.front();
    const auto figure = figure_of(relation);
    if (one.standing == GuardStanding::kIdentical || !figure) continue;
    const double ratio =
        std::max(figure->quotient.upper,
                 (1 + relation.hidden.value_or(-1)) * figure->limit);
    // Of rates the baseline is on the left.
    bound =
        std::max(bound, is_rate(formula.metric) ? 1 - 1 / ratio : ratio - 1);
  }
  return bound;
}

std::size_t count_of(const Guard& guard, GuardStanding first,
                     GuardStanding last) {
  return static_cast<std::size_t>(
      std::ranges::count_if(guard.claims, [&](const GuardClaim& one) {
        return first <= one.standing && one.standing <= last;
      }));
}

/// "42 of 42 hold: none of these takes over 5% longer. 1 is faster (-v lists
/// it)."
std::string held_text(const Guard& guard, Detail detail) {
  const std::size_t held =
      count_of(guard, GuardStanding::kRuledOut, GuardStanding::kIdentical);
  if (held == 0) return {};
  std::string text = fmt::format("{} of {} {}: ", held, guard.claims.size(),
                                 held == 1 ? "holds" : "hold");
  const std::size_t same =
      count_of(guard, GuardStanding::kIdentical, GuardStanding::kIdentical);
  const double percent = std::ceil(100 * reached_bound(guard) - 1e-6);
  const Kinds kind = kinds_of(guard);
  const std::string worse = kind == Kinds::kRates   ? "lower"
                            : kind == Kinds::kBoth  ? "worse"
                            : is_about_times(guard) ? "longer"
                                                    : "more";
  if (same == held) {
    text += "the same program on both sides";
  } else if (percent <= 0) {
    text += fmt::format("none of these {} {}",
                        kind == Kinds::kCosts ? "takes" : "is", worse);
  } else {
    text += fmt::format("none of these {} over {:.0f}% {}",
                        kind == Kinds::kCosts ? "takes" : "is", percent, worse);
  }
  text += '.';
  std::size_t better = 0;
  for (const GuardClaim& one : guard.claims) {
    const auto figure =
        figure_of(guard.formulas[one.formula].relations.front());
    const bool is_proven =
        one.standing == GuardStanding::kProven && figure.has_value();
    constexpr double kNearly = 1e-9;
    if (is_proven && figure->quotient.upper < 1 - kNearly) ++better;
  }
  if (better > 0) {
    text += fmt::format(" {} {} {}", better, better == 1 ? "is" : "are",
                        is_about_times(guard) ? "faster" : "better");
    text += detail == Detail::kVerbose ? "."
            : better == 1              ? " (-v lists it)."
                                       : " (-v lists them).";
  }
  return text + '\n';
}

std::string head_text(const Report& report) {
  const std::string sides = sides_text(report);
  return sides.empty() ? sides : fmt::format("guard: {}\n", sides);
}

std::string names_text(std::string_view what,
                       const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text(what);
  for (const std::string& one : names) {
    text += (&one == &names.front() ? " " : ", ") + foreign_name(one);
  }
  return text + '\n';
}

/// What can be done about the worst claim.
std::vector<Hint> hints_of(const Guard& guard) {
  std::vector<Hint> hints;
  if (!guard.search.empty()) {
    std::string pattern = name_of(guard.formulas[guard.claims.front().formula]);
    // A colon separates patterns.
    std::ranges::replace(pattern, ':', '?');
    const std::string accept = to_text(
        {"spl-run", "history", "accept", "REV", pattern, "--reason", "TEXT"});
    hints = {{"find it", guard.search, true}, {"accept", accept, true}};
  }
  if (!guard.command.empty()) hints.push_back({"rerun", guard.command, true});
  return hints;
}

}  // namespace

std::string sides_text(const Report& report) {
  std::string now;
  std::string baseline;
  for (const RevisionReport& one : report.revisions) {
    (logic::is_under_test(one.name) ? now : baseline) = to_text(one.revision);
  }
  if (now.empty() || baseline.empty() || report.revisions.size() > 2) return {};
  return fmt::format("now, {}, against {}", now, baseline);
}

FormulaRow row_of(const Guard& guard, const GuardClaim& claim) {
  const FormulaReport& formula = guard.formulas[claim.formula];
  return row_of(formula.relations.front(), formula,
                is_rate(formula.metric) ? Order::kExchanged : Order::kWritten);
}

// "guard: violated by 1 of 42, 2 min 10 s. False alarms: ..."
std::optional<std::string> Guard::summary(const Report& report,
                                          const Style& style) const {
  const std::size_t all = claims.size();
  const auto of = [&](GuardStanding one) {
    return fmt::format("{} of {}", count_of(*this, one, one), all);
  };
  const auto has = [&](GuardStanding one) {
    return count_of(*this, one, one) > 0;
  };
  logic::Verdict verdict = logic::Verdict::kHolds;
  std::string word = "holds";
  std::string rest;
  if (has(GuardStanding::kRefuted)) {
    verdict = logic::Verdict::kViolated;
    word = "violated";
    rest = " by " + of(GuardStanding::kRefuted);
  } else if (has(GuardStanding::kFailed)) {
    verdict = logic::Verdict::kError;
    word = "error";
    rest = ", " + of(GuardStanding::kFailed) + " not measured";
  } else if (has(GuardStanding::kUndecided)) {
    verdict = logic::Verdict::kUndecided;
    word = "undecided";
    rest = ", " + of(GuardStanding::kUndecided);
  } else if (has(GuardStanding::kOpen)) {
    verdict = logic::Verdict::kUndecided;  // Yellow.
    const double hidden = largest_hidden(*this);
    rest = fmt::format(
        ", but {} {} open{}", of(GuardStanding::kOpen),
        count_of(*this, GuardStanding::kOpen, GuardStanding::kOpen) == 1
            ? "is"
            : "are",
        hidden > 0 && std::isfinite(hidden)
            ? fmt::format(": a slowdown of up to {:.0f}% could be hidden",
                          std::ceil(100 * hidden))
            : std::string());
  }
  std::string text = "guard: " + painted(word, verdict, style.colors) + rest;
  text += (rest.find(':') == rest.npos ? ", " : "; ") + time_text(report) + '.';
  const std::string alarms = alarms_text(formulas, report.settings, "guards");
  if (!alarms.empty()) text += ' ' + alarms;
  text += '\n' + places_text(report);
  if (!remedy.empty()) {
    std::string sentence = remedy;
    if (sentence.front() >= 'a') {
      sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    }
    text += "       " + sentence + ".\n";
  }
  if (together && style.detail != Detail::kQuiet) {
    text += to_text(*together) + '\n';
  }
  return text;
}

std::string Guard::section(const Report& report, const Style& style) const {
  const bool is_quiet = style.detail == Detail::kQuiet;
  std::string text;
  if (!is_quiet) text += head_text(report) + held_text(*this, style.detail);
  text += rows_text(*this, style);
  text += hint_lines(hints_of(*this), style);
  if (is_quiet) return text;
  std::string others;
  for (const std::string& one : accepted_notes(*this)) {
    others += foreign_text(one) + '\n';
  }
  others += names_text("New, so not compared:", appeared) +
            names_text("Gone since the baseline:", vanished) +
            left_out_text("Not guarded", left_out);
  return text + wrapped_lines(others, style.most_columns());
}

}  // namespace spl::runner
