#include "runner/findings/next_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include "parser/parser.hpp"
#include "parser/print.hpp"

namespace spl::runner {
namespace {

using logic::Sign;

enum class Towards { kUp, kDown };

/// Rounds a factor to three digits, away from where it would not hold.
double rounded_factor(double factor, Towards towards) {
  constexpr int kDigits = 2;  // After the first.
  const double scale = std::pow(10.0, kDigits - std::floor(std::log10(factor)));
  // A number that is nearly round is round.
  constexpr double kNearly = 1e-9;
  const double scaled = factor * scale;
  const double whole = towards == Towards::kUp ? std::ceil(scaled - kNearly)
                                               : std::floor(scaled + kNearly);
  return whole / scale;
}

bool rejects(const logic::PartsDecision& parts, statistics::Part part) {
  const auto& test = parts.tests[static_cast<std::size_t>(part)];
  return test.p_greater < parts.levels.of(part) ||
         test.p_less < parts.levels.of(part);
}

/// Returns the limits of the ratio with which a relation would hold: those of
/// the finding that failed. Where typical calls failed, other findings have to
/// bear only what they show, and not what could hide from them.
std::optional<std::pair<double, double>> limits_of(
    const RelationReport& report) {
  using statistics::Part;
  const statistics::RatioInterval& ratio = report.decision.ratio;
  if (!ratio.lower || !ratio.upper) return std::nullopt;
  const std::pair<double, double> typical{*ratio.lower, *ratio.upper};
  if (!report.parts || report.parts->nothing_varies) return typical;
  const logic::PartsDecision& parts = *report.parts;
  if (!parts.asks_typical_calls) return std::pair{parts.lower, parts.upper};
  const bool is_by_means =
      rejects(parts, Part::kAllCalls) || rejects(parts, Part::kAllRuns);
  if (rejects(parts, Part::kTypicalCalls)) {
    if (!is_by_means) return typical;
    return std::pair{std::min(typical.first, parts.mean),
                     std::max(typical.second, parts.mean)};
  }
  return std::pair{std::min(typical.first, parts.lower),
                   std::max(typical.second, parts.upper)};
}

/// Returns the sign of a claim that the limits show to hold: a proof about all
/// calls takes more than they show, and equal limits are the ratio itself.
Sign loosened_sign(Sign sign, const RelationReport& report) {
  const statistics::RatioInterval& ratio = report.decision.ratio;
  const bool proves = !report.parts && ratio.lower != ratio.upper;
  if (proves) return sign;
  if (sign == Sign::kLess) return Sign::kLessEqual;
  return sign == Sign::kGreater ? Sign::kGreaterEqual : sign;
}

/// A side of a relation whose sides are those of its formula, which may give
/// short names to performances.
std::string named_side(const logic::Relation& relation, std::size_t number,
                       logic::Dimension dimension) {
  if (relation.written && !relation.is_rearranged) {
    return parser::to_text(relation.written->sums[number]);
  }
  return side_text(number == 0 ? relation.left : relation.right,
                   relation.statistic, dimension);
}

/// A performance as its formula names it, and its factor there.
struct Named {
  double factor = 1;
  std::string name;
};

/// Returns the right side if the formula writes a performance, or a number
/// times a performance.
std::optional<Named> name_on_the_right(const logic::Relation& relation) {
  if (!relation.written || relation.is_rearranged) return std::nullopt;
  const logic::Sum& sum = relation.written->sums[1];
  const auto is_name = [](const logic::Sum& one) {
    return std::holds_alternative<logic::MethodUse>(one.node);
  };
  if (is_name(sum)) return Named{1, parser::to_text(sum)};
  const auto* product = std::get_if<logic::Product>(&sum.node);
  if (product == nullptr || product->operands.size() != 2) return std::nullopt;
  const logic::Operand& first = product->operands[0];
  const logic::Operand& second = product->operands[1];
  const auto* number = std::get_if<logic::Number>(&first.sum.node);
  if (number == nullptr || number->unit != logic::Unit::kNone ||
      second.inverse || !is_name(second.sum)) {
    return std::nullopt;
  }
  return Named{number->value, parser::to_text(second.sum)};
}

/// Writes the right side times a factor that is rounded in that direction.
std::string scaled_side(const logic::Relation& relation, double factor,
                        Towards towards, logic::Dimension dimension) {
  if (relation.quotients > 0) {
    return logic::to_text(
        logic::Value(rounded_factor(relation.limit * factor, towards)));
  }
  const logic::LinearForm& right = relation.right;
  if (right.terms().empty()) {
    return side_text(
        logic::LinearForm(rounded_factor(right.constant() * factor, towards)),
        relation.statistic, dimension);
  }
  if (const auto named = name_on_the_right(relation)) {
    const double whole = rounded_factor(named->factor * factor, towards);
    return (whole == 1 ? "" : logic::to_text(logic::Value(whole)) + " * ") +
           named->name;
  }
  if (right.terms().size() == 1 && right.constant() == 0) {
    const logic::LinearForm::Term& term = right.terms().front();
    return side_text(
        logic::LinearForm(term.performance)
            .scaled(rounded_factor(term.coefficient * factor, towards)),
        relation.statistic, dimension);
  }
  return fmt::format("{:.3g} * ({})", rounded_factor(factor, towards),
                     named_side(relation, 1, dimension));
}

// --- How long it would take --------------------------------------------------

/// Blocks differ in length.
constexpr double kSpare = 1.2;

double more_blocks(const RelationReport& relation) {
  return static_cast<double>(*relation.blocks_to_end - relation.blocks);
}

}  // namespace

double seconds_to_settle(const RelationReport& relation) {
  if (!relation.blocks_to_end) return 0;
  return kSpare * more_blocks(relation) * relation.block_seconds;
}

std::string time_option(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kTwoDigits = 10;
  if (seconds < kMinute) return fmt::format("{:.0f}s", std::ceil(seconds));
  const double minutes = seconds / kMinute;
  const double step = minutes < kTwoDigits ? 1 : 10;
  return fmt::format("{:.0f}min", std::ceil(minutes / step) * step);
}

namespace {

/// An option with which an undecided relation is likely to be decided.
struct Longer {
  NextStep step;
  double amount = 0;  ///< Seconds, or runs.
};

/// Returns the budget for a first look at a relation without any blocks.
std::optional<Longer> first_look(const RelationReport& relation) {
  if (relation.lacking_budget == 0) return std::nullopt;
  return Longer{{NextStep::Kind::kMeasure, relation.id,
                 "--budget " + time_option(relation.lacking_budget),
                 "a first look takes at least that"},
                relation.lacking_budget};
}

std::optional<Longer> longer(const RelationReport& relation,
                             const Settings& settings) {
  const bool is_budget = relation.stopped == Stop::kBudget;
  const bool is_counted = relation.stopped == Stop::kRuns;
  if (!is_budget && !is_counted) return std::nullopt;
  if (relation.blocks == 0) return first_look(relation);
  if (!relation.blocks_to_end) return std::nullopt;
  const double more = more_blocks(relation);
  NextStep step{NextStep::Kind::kMeasure, relation.id, {}, {}};
  step.why = fmt::format("about {:.0f} more blocks", more);
  if (is_counted) {
    step.text = fmt::format("--runs {}", *relation.blocks_to_end);
    return Longer{step, static_cast<double>(*relation.blocks_to_end)};
  }
  if (relation.block_seconds <= 0) return std::nullopt;
  const double budget = std::chrono::duration<double>(settings.budget).count();
  const double wanted = budget + kSpare * more * relation.block_seconds;
  step.text = "--budget " + time_option(wanted);
  return Longer{step, wanted};
}

/// Returns the option that is likely to decide all undecided relations: a
/// budget is for each, so that it is the longest.
std::optional<NextStep> longest(const FormulaReport& formula,
                                const Settings& settings) {
  std::optional<Longer> result;
  for (const RelationReport& one : formula.relations) {
    if (one.decision.verdict != logic::Verdict::kUndecided) continue;
    auto found = longer(one, settings);
    if (found && (!result || found->amount > result->amount)) result = found;
  }
  if (!result) return std::nullopt;
  return result->step;
}

/// Returns a remark on the other relations of a conjunction that were not
/// measured to their end, which may need larger factors; empty without any.
std::string unmeasured_text(const FormulaReport& formula) {
  const auto count = std::ranges::count_if(
      formula.relations,
      [](const RelationReport& one) { return one.stopped == Stop::kFormula; });
  if (count == 0 || !formula.conjunction) return {};
  return count == 1
             ? "one other relation was not measured to its end"
             : fmt::format("{} others were not measured to their end", count);
}

}  // namespace

namespace {

using Limits = std::pair<double, double>;

/// Writes the relation with a right side with which these limits hold.
std::string loosened(const logic::Relation& relation, Sign sign,
                     const Limits& limits, logic::Dimension dimension) {
  const std::string left = named_side(relation, 0, dimension) + ' ' +
                           std::string(to_text(sign)) + ' ';
  switch (relation.sign) {
    case Sign::kLess:
    case Sign::kLessEqual:
      return left +
             scaled_side(relation, limits.second, Towards::kUp, dimension);
    case Sign::kGreater:
    case Sign::kGreaterEqual:
      return left +
             scaled_side(relation, limits.first, Towards::kDown, dimension);
    case Sign::kEqual: {
      const double change = std::max(limits.second - 1, 1 - limits.first) * 100;
      return left + named_side(relation, 1, dimension) +
             fmt::format(" within {:.3g}%",
                         rounded_factor(change, Towards::kUp));
    }
    case Sign::kNotEqual:
      break;
  }
  return {};
}

bool are_limits(const std::optional<Limits>& limits) {
  return limits && limits->first > 0 && std::isfinite(limits->second);
}

/// Returns the only relation that a formula writes, for all values of its
/// variables; null if it writes several.
std::shared_ptr<const logic::Chain> only_relation(const std::string& text) {
  const parser::ParsedText parsed =
      parser::parse(text, parser::TextKind::kSingle);
  if (!parsed.problems.empty() || parsed.document.statements.size() != 1) {
    return nullptr;
  }
  const auto* labelled = std::get_if<logic::LabelledFormula>(
      &parsed.document.statements.front().node);
  if (labelled == nullptr) return nullptr;
  const logic::Formula* formula = &labelled->formula;
  while (const auto* all = std::get_if<logic::Quantifier>(&formula->node)) {
    if (all->kind != logic::Quantifier::Kind::kForAll) return nullptr;
    formula = &all->body.front();
  }
  const auto* chain = std::get_if<logic::Chain>(&formula->node);
  if (chain == nullptr || chain->signs.size() != 1 || chain->within) {
    return nullptr;
  }
  return std::make_shared<const logic::Chain>(*chain);
}

/// Returns a step for all violated relations of a formula that writes one, with
/// its variables; nothing if it cannot be written so, or if others were not
/// measured to their end, which may need more.
std::optional<NextStep> common_step(const FormulaReport& formula) {
  if (!unmeasured_text(formula).empty()) return std::nullopt;
  logic::Relation relation;
  Limits limits{1, 1};
  const RelationReport* worst = nullptr;
  for (const RelationReport& one : formula.relations) {
    if (one.decision.verdict != logic::Verdict::kViolated) continue;
    const auto found = limits_of(one);
    if (one.bindings.empty() || one.loosened.empty() || !are_limits(found)) {
      return std::nullopt;
    }
    if (worst == nullptr) limits = *found;
    limits = {std::min(limits.first, found->first),
              std::max(limits.second, found->second)};
    worst = &one;
  }
  if (worst == nullptr) return std::nullopt;
  relation.written = only_relation(formula.text);
  if (relation.written == nullptr) return std::nullopt;
  relation.sign = worst->sign;
  if (relation.written->signs.front() != relation.sign) return std::nullopt;
  if (worst->sides.right.terms.empty()) {
    relation.right = logic::LinearForm(worst->sides.right.constant);
  } else if (!name_on_the_right(relation)) {
    return std::nullopt;
  } else {
    // The name on the right takes its place.
    relation.right = logic::LinearForm(*worst->performances.begin());
  }
  return NextStep{NextStep::Kind::kLoosen, worst->id,
                  loosened(relation, loosened_sign(relation.sign, *worst),
                           limits, formula.dimension)};
}

}  // namespace

std::string loosened_text(const logic::Relation& relation,
                          const RelationReport& report,
                          logic::Dimension dimension) {
  const auto limits = limits_of(report);
  if (report.decision.verdict != logic::Verdict::kViolated ||
      !are_limits(limits)) {
    return {};
  }
  return loosened(relation, loosened_sign(relation.sign, report), *limits,
                  dimension);
}

std::vector<NextStep> next_steps(const FormulaReport& formula,
                                 const Settings& settings) {
  std::vector<NextStep> steps;
  if (formula.verdict == logic::Verdict::kHolds) return steps;
  // Relations with the same sides may lead to the same step.
  std::set<std::string> known;
  std::string why = unmeasured_text(formula);
  const auto common = common_step(formula);
  if (common) steps.push_back(*common);
  for (const RelationReport& one : formula.relations) {
    if (common) break;
    if (one.decision.verdict == logic::Verdict::kViolated &&
        !one.loosened.empty() && known.insert(one.loosened).second) {
      steps.push_back({NextStep::Kind::kLoosen, one.id, one.loosened,
                       std::exchange(why, {})});
    }
  }
  if (auto step = longest(formula, settings)) steps.push_back(*step);
  return steps;
}

void name_relations(std::vector<FormulaReport>& formulas) {
  std::map<std::string, std::size_t> known;
  for (FormulaReport& formula : formulas) {
    for (RelationReport& one : formula.relations) {
      one.id = one.text + metric_note(formula);
      const std::size_t number = ++known[one.id];
      if (number > 1) one.id += " #" + std::to_string(number);
    }
  }
}

}  // namespace spl::runner
