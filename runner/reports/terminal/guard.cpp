#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "runner/foreign/measured_metric.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/terminal/columns.hpp"
#include "runner/reports/terminal/relation_notes.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/shell_line.hpp"
#include "runner/reports/terminal/unseen.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

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

std::string side_text(const std::optional<double>& amount,
                      logic::Dimension dimension) {
  return amount ? amount_text(*amount, dimension) : "-";
}

/// "1.087 (1.081 .. 1.094)"; empty without a ratio.
std::string bare_ratio(const RelationReport& relation) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (!ratio.estimate) return {};
  std::string text = ratio_text(*ratio.estimate);
  if (!ratio.lower || !ratio.upper) return text;
  return text + fmt::format(" ({} .. {})", ratio_text(*ratio.lower),
                            ratio_text(*ratio.upper));
}

/// Where the numbers of a claim are: beside its name, or below it.
enum class Numbers { kBeside, kBelow };

/// In sentences the effect is the last cell, and elsewhere the ratio, with
/// words below.
void add_rows(const Guard& guard, const GuardClaim& claim, Style style,
              Numbers numbers, Columns& columns) {
  const FormulaReport& formula = guard.formulas[claim.formula];
  const RelationReport& relation = formula.relations.front();
  const logic::Decision& decision = relation.decision;
  const std::string strength(to_text(decision.strength));
  const bool has_sentences = style.form == Form::kSentences;
  Columns::Row row{
      {strength, painted(strength, decision.verdict, style.colors)},
      {foreign_name(name_of(formula))}};
  if (numbers == Numbers::kBelow) {
    columns.add(std::exchange(row, {{""}}));
  }
  row.insert(row.end(),
             {{side_text(claim.baseline, formula.dimension)},
              {side_text(claim.under_test, formula.dimension)},
              {has_sentences ? effect_text(relation, formula.dimension)
                             : bare_ratio(relation)}});
  columns.add(std::move(row));
  if (has_sentences) return;
  constexpr std::size_t kIndent = 4;  // After that of all rows.
  const std::string note = note_text(relation, formula.dimension);
  if (note.empty()) return;
  columns.add({{wrapped(std::string(kIndent, ' ') + note,
                        {style.width - 2, kIndent + 2})}});
}

/// Which metrics a guard is about.
enum class Kinds { kCosts, kRates, kBoth };

Kinds kinds_of(const Guard& guard) {
  const auto rates =
      std::count_if(guard.formulas.begin(), guard.formulas.end(),
                    [](const auto& one) { return is_rate(one.metric); });
  if (rates == 0) return Kinds::kCosts;
  const auto all = static_cast<std::ptrdiff_t>(guard.formulas.size());
  return rates == all ? Kinds::kRates : Kinds::kBoth;
}

/// Returns the heading of the ratio of the relations' sides: one of them is the
/// tolerated baseline.
std::string ratio_heading(Kinds kinds, double tolerance) {
  const std::string percent = percent_text(tolerance);
  std::string costs =
      tolerance > 0 ? "now / (baseline + " + percent + ")" : "now / baseline";
  std::string rates =
      tolerance > 0 ? "(baseline - " + percent + ") / now" : "baseline / now";
  switch (kinds) {
    case Kinds::kCosts:
      return costs;
    case Kinds::kRates:
      return rates;
    case Kinds::kBoth:
      break;
  }
  return costs + ", of rates " + rates;
}

std::string rows_text(const Guard& guard, double tolerance, Style style,
                      Numbers numbers) {
  std::vector<std::string> headings{"", "baseline", "now",
                                    ratio_heading(kinds_of(guard), tolerance)};
  if (numbers == Numbers::kBeside) {
    headings.insert(headings.begin() + 1, "workload");
  }
  Columns columns(headings);
  for (const GuardClaim& one : guard.claims) {
    if (one.standing > last_listed(style.detail)) break;
    add_rows(guard, one, style, numbers, columns);
  }
  return columns.text();
}

/// Puts the numbers below the names where a terminal is too narrow for both.
std::string rows_text(const Guard& guard, double tolerance, Style style) {
  // Signs of colour have no width.
  Style plain = style;
  plain.colors = Colors::kOff;
  const std::string text = rows_text(guard, tolerance, plain, Numbers::kBeside);
  const bool fits = longest_line(text) <= style.most_columns();
  return rows_text(guard, tolerance, style,
                   fits ? Numbers::kBeside : Numbers::kBelow);
}

/// "no increase of 2 %", with what typical calls and all calls leave open if
/// all claims judge both. Of claims that differ, the larger one holds for all.
std::string ruled_out_text(const Guard& guard, const std::string& worse,
                           const Settings& settings) {
  double of_all_calls = 0;
  bool judge_both = true;
  for (const GuardClaim& one : guard.claims) {
    if (one.standing != GuardStanding::kRuledOut) continue;
    const auto& parts = guard.formulas[one.formula].relations.front().parts;
    const bool has_limits = parts && !parts->nothing_varies;
    if (has_limits) {
      of_all_calls = std::max(of_all_calls, parts->resolutions.all_calls);
    }
    judge_both = judge_both && has_limits && parts->asks_typical_calls;
  }
  if (!judge_both) {
    return fmt::format(
        "no {} of {}", worse,
        percent_text(std::max(of_all_calls, settings.resolution)));
  }
  return fmt::format("no {} of {} in typical calls, of {} in all calls", worse,
                     percent_text(settings.resolution),
                     percent_text(of_all_calls));
}

/// "96 of 100: no increase of 2 %".
std::string held_text(const Guard& guard, const Settings& settings) {
  const bool is_tolerant = settings.tolerance > 0;
  const Kinds kind = kinds_of(guard);
  const std::string worse = kind == Kinds::kCosts   ? "increase"
                            : kind == Kinds::kRates ? "decrease"
                                                    : "loss";
  const std::string better = kind == Kinds::kCosts ? "less than at the baseline"
                             : kind == Kinds::kRates
                                 ? "more than at the baseline"
                                 : "better than at the baseline";
  const std::string tolerance = percent_text(settings.tolerance);
  const std::array<std::pair<GuardStanding, std::string>, 5> kinds{
      {{GuardStanding::kOpen, "not refuted, and not settled"},
       {GuardStanding::kMayHide,
        "no " + worse + " of " + percent_text(settings.may_hide.value_or(0)) +
            " (`may-hide`)"},
       {GuardStanding::kRuledOut, is_tolerant
                                      ? "no " + worse + " beyond " + tolerance
                                      : ruled_out_text(guard, worse, settings)},
       {GuardStanding::kProven,
        !is_tolerant ? better
        : kind == Kinds::kCosts
            ? "proven to stay below an increase of " + tolerance
            : "proven to have no " + worse + " of " + tolerance},
       {GuardStanding::kIdentical, "the same program on both sides"}}};
  std::string text;
  for (const auto& [standing, what] : kinds) {
    const auto count =
        std::count_if(guard.claims.begin(), guard.claims.end(),
                      [standing = standing](const GuardClaim& one) {
                        return one.standing == standing;
                      });
    if (count == 0) continue;
    text += fmt::format("{} of {}: {}\n", count, guard.claims.size(), what);
  }
  return text;
}

/// Says first that most claims are open, since a guard that holds would be
/// taken for more.
std::string open_text(const Guard& guard) {
  if (guard.remedy.empty()) return {};
  const auto weak =
      std::count_if(guard.formulas.begin(), guard.formulas.end(),
                    [](const FormulaReport& one) { return one.is_weak; });
  const double hidden = largest_hidden(guard);
  return fmt::format(
      "{} of {} claims hold weakly{}; {}\n", weak, guard.formulas.size(),
      hidden > 0 ? fmt::format(": a slowdown of up to {} could hide",
                               percent_text(hidden))
                 : std::string(),
      guard.remedy);
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

}  // namespace

std::string outcome_section(const Guard& guard, const Report& report,
                            Style style) {
  const Settings& settings = report.settings;
  std::string first = style.detail == Detail::kQuiet ? "" : open_text(guard);
  if (style.form == Form::kColumns) first = wrapped_lines(first, style.width);
  std::string others;
  if (style.detail != Detail::kQuiet) {
    others = held_text(guard, settings) +
             unseen_text(guard.formulas, "of some claims less");
    for (const std::string& one : accepted_notes(guard)) {
      others += foreign_text(one) + '\n';
    }
    others += names_text("new, without a baseline:", guard.appeared) +
              names_text("gone since the baseline:", guard.vanished) +
              left_out_text("not guarded", guard.left_out);
  }
  if (style.form == Form::kColumns) others = wrapped_lines(others, style.width);
  if (!guard.command.empty()) {
    others += shell_line("the first claim by itself: ", guard.command, style);
  }
  return first + rows_text(guard, settings.tolerance, style) + others;
}

}  // namespace spl::runner
