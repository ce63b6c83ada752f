#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/reports/terminal/parts.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kWidestText = 48;

/// Turns a sentence into a part of another.
std::string as_clause(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  char& first = sentence.front();
  if (first >= 'A' && first <= 'Z') {
    first = static_cast<char>(first - 'A' + 'a');
  }
  return sentence;
}

/// Whether the interval shows a single ratio.
bool is_one(const statistics::RatioInterval& ratio) {
  if (!ratio.estimate) return false;
  return !ratio.lower || !ratio.upper ||
         ratio_text(*ratio.lower) == ratio_text(*ratio.upper);
}

std::string ratio_of(const RelationReport& relation) {
  const statistics::RatioInterval& found = relation.decision.ratio;
  std::string text = "ratio " + ratio_text(*found.estimate);
  if (found.lower && found.upper) {
    text += fmt::format(" ({} .. {})", ratio_text(*found.lower),
                        ratio_text(*found.upper));
  } else if (!found.refusal.empty()) {
    text += " (no interval: " + as_clause(found.refusal) + ")";
  }
  if (relation.plain_factor) {
    text += "; without the factor " +
            ratio_text(*found.estimate * *relation.plain_factor);
  }
  return text;
}

/// Names the statistic of the ratio, if the formula states it.
std::string stated_text(const RelationReport& relation) {
  if (!relation.stated) return {};
  if (relation.stated->quantile) {
    return to_text(*relation.stated) + " of a run, in typical runs: ";
  }
  switch (relation.stated->statistic) {
    case logic::Statistic::kTypical:
      return "typical calls: ";
    case logic::Statistic::kMean:
      return "all calls: ";
    case logic::Statistic::kMedian:
      return "medians: ";
    case logic::Statistic::kBoth:
      break;
  }
  return {};
}

/// Describes the difference, if the right side of a ratio is not above 0.
std::string difference_of(const logic::Decision& decision,
                          logic::Dimension dimension) {
  std::string text =
      "difference " + amount_text(decision.difference.value_or(0), dimension);
  const auto& threshold = logic::deciding_test(decision)->threshold;
  if (threshold) text += " +- " + amount_text(*threshold, dimension);
  return text;
}

/// Says how far the interval is from proving < or >.
std::string lacking_text(const RelationReport& relation) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  if (relation.sign == logic::Sign::kLess) {
    return "; for proof the interval ends " + percent_text(*ratio.upper - 1) +
           " too high";
  }
  if (relation.sign == logic::Sign::kGreater) {
    return "; for proof the interval begins " + percent_text(1 - *ratio.lower) +
           " too low";
  }
  return {};
}

/// Describes the changes that are possible though none was found.
std::string inconclusive(const RelationReport& relation) {
  if (relation.decision.finding != logic::Finding::kIndistinct) return {};
  const TurningChange change = turning_change(relation.sign);
  if (relation.stopped == Stop::kResolution) {
    if (!relation.hidden) return {};  // Nothing varied: there is no interval.
    return fmt::format("; no {} of {}", change.name,
                       percent_text(relation.resolution)) +
           lacking_text(relation);
  }
  std::string text;
  if (relation.hidden) {
    text += fmt::format("; {} {} of up to {} could hide", change.article,
                        change.name, percent_text(*relation.hidden)) +
            lacking_text(relation);
  }
  if (relation.blocks_needed) {
    const std::size_t more = *relation.blocks_needed - relation.blocks;
    text +=
        "; " + price_text(percent_text(relation.resolution),
                          static_cast<double>(more), relation.block_seconds);
  }
  return text;
}

/// Describes what was measured for the ratio alone, and the precision reached.
std::string precision_text(const RelationReport& relation) {
  if (!relation.precision) return {};
  const Precision& found = *relation.precision;
  std::string text;
  if (found.blocks > relation.blocks) {
    text = fmt::format(" and {} more for the ratio",
                       found.blocks - relation.blocks);
  }
  if (!found.reached) return text + "; the ratio has no interval";
  text += fmt::format("; the ratio is known within {}",
                      percent_text(*found.reached));
  if (!found.blocks_needed) return text;
  const std::size_t more = *found.blocks_needed - found.blocks;
  return text + ", " +
         price_text(percent_text(found.wanted), static_cast<double>(more),
                    relation.block_seconds);
}

/// With how many blocks were made and, where it is not what was found or ruled
/// out, why there were no more; given observations have none.
std::string with_blocks(std::string text, const RelationReport& relation) {
  const Stop why = relation.stopped;
  if (why == Stop::kData || relation.blocks == 0) return text;
  // Their reason says how many.
  if (why == Stop::kInterrupted || why == Stop::kOpen) return text;
  if (text.ends_with('.')) text.pop_back();
  text += fmt::format(
      "; {}{} {}", why == Stop::kBudget ? "budget used up after " : "",
      relation.blocks, relation.blocks == 1 ? "block" : "blocks");
  if (relation.in_one_layout) text += " in one layout";
  if (why == Stop::kRuns) text += ", as planned";
  if (why == Stop::kTwofold) text += ", a factor of 2 in all";
  return text + precision_text(relation);
}

/// Describes the observations of a relation that was left open.
std::string seen_text(const RelationReport& relation,
                      logic::Dimension dimension) {
  const logic::Decision& decision = relation.decision;
  if (!decision.decided_by || relation.blocks == 0) return {};
  if (decision.ratio.estimate) return ratio_of(relation);
  return "difference " +
         amount_text(decision.difference.value_or(0), dimension);
}

bool is_left_open(const RelationReport& relation) {
  const Stop why = relation.stopped;
  return why == Stop::kInterrupted || why == Stop::kOpen ||
         why == Stop::kFormula || why == Stop::kLinks ||
         why == Stop::kUnequalCalls || why == Stop::kLateCalls;
}

}  // namespace

std::string effect_text(const RelationReport& relation,
                        logic::Dimension dimension) {
  const logic::Decision& decision = relation.decision;
  if (is_left_open(relation)) {
    const std::string seen = seen_text(relation, dimension);
    return with_blocks(
        decision.reason + (seen.empty() ? "" : "; so far " + seen), relation);
  }
  if (relation.stopped == Stop::kFailed) return decision.reason;
  if (!decision.reason.empty()) return with_blocks(decision.reason, relation);
  if (!decision.decided_by) return "nothing to measure";
  if (relation.parts && !relation.parts->nothing_varies) {
    return with_blocks(parts_text(relation), relation);
  }
  std::string text =
      stated_text(relation) + (decision.ratio.estimate
                                   ? ratio_of(relation)
                                   : difference_of(decision, dimension));
  if (logic::deciding_test(decision)->status ==
      statistics::Status::kDegenerate) {
    text += relation.nothing_varied  ? "; nothing varied"
            : is_one(decision.ratio) ? "; the ratio did not vary"
                                     : "; the difference did not vary";
  }
  text += inconclusive(relation);
  return with_blocks(text, relation);
}

namespace {

std::string portability_text(const RelationReport& relation) {
  if (!relation.portability) return {};
  return "; portability " + ratio_text(*relation.portability);
}

/// Gives the output of a program, which may end a failure, a line of its own.
std::string before_failure_text(const RelationReport& relation,
                                logic::Dimension dimension) {
  if (relation.stopped != Stop::kFailed) return {};
  const std::string seen = seen_text(relation, dimension);
  if (seen.empty()) return {};
  return "      before that " + with_blocks(seen, relation) + '\n';
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

/// Whether an interpretation beside the one that decides finds the contrary, or
/// something where that finds nothing.
bool disagrees(const RelationReport& relation, logic::Finding finding) {
  if (finding == logic::Finding::kUnknown) return false;
  const logic::Verdict verdict = relation.decision.verdict;
  if (verdict == logic::Verdict::kUndecided) {
    return finding != logic::Finding::kIndistinct;
  }
  return logic::verdict(logic::strength(relation.sign, finding)) != verdict;
}

/// Names the papers' interpretations, if one contradicts the verdict.
std::string disagreement_text(const RelationReport& relation) {
  if (is_left_open(relation) || relation.stopped == Stop::kFailed) return {};
  if (relation.decision.verdict == logic::Verdict::kError) return {};
  std::string text;
  for (const auto& [kind, result] : relation.decision.interpretations) {
    const bool is_own = kind == logic::Interpretation::kBlocks ||
                        kind == logic::Interpretation::kRunMeans;
    if (is_own || kind == relation.decision.decided_by ||
        !disagrees(relation, result.finding)) {
      continue;
    }
    text += fmt::format("{}{} finds {}", text.empty() ? "" : ", ",
                        to_text(kind), logic::to_text(result.finding));
  }
  return text.empty() ? text
                      : "      other interpretations disagree: " + text + '\n';
}

std::string relation_text(const RelationReport& relation,
                          logic::Dimension dimension, std::size_t width,
                          Style style) {
  const logic::Decision& decision = relation.decision;
  const std::string strength = fmt::format("{:11}", to_text(decision.strength));
  std::string text =
      fmt::format("  {:{}}  {}  {}{}\n", foreign_name(relation.text), width,
                  painted(strength, decision.verdict, style.colors),
                  effect_text(relation, dimension), portability_text(relation));
  text += before_failure_text(relation, dimension);
  if (!relation.compared.empty() && relation.decision.decided_by) {
    text += "      ratios compare " + relation.compared +
            ", without terms that are subtracted or on both sides\n";
  }
  text += unseen_text(relation);
  if (relation.layout) {
    text += layouts_text(*relation.layout, relation, dimension);
  }
  if (style.detail == Detail::kVerbose) {
    text += details_section(relation, dimension);
  } else if (style.detail == Detail::kNormal) {
    text += disagreement_text(relation);
  }
  return text;
}

std::string formula_text(const FormulaReport& formula, std::size_t width,
                         Style style) {
  const bool is_wall = formula.metric.empty() || formula.metric == "wall";
  std::string text = fmt::format(
      "{}:{}: {}: {}{}\n", foreign_name(formula.file), formula.line,
      formula.label,
      painted(to_text(formula.verdict), formula.verdict, style.colors),
      is_wall ? "" : " (" + formula.metric + ')');
  // Else the verdicts of its relations do not say that of the formula.
  if (!formula.conjunction) text += "  " + formula.text + '\n';
  for (const RelationReport& relation : formula.relations) {
    text += relation_text(relation, formula.dimension, width, style);
  }
  return text;
}

}  // namespace

std::string formulas_text(const std::vector<FormulaReport>& formulas,
                          Style style) {
  const std::size_t width = width_of(formulas);
  std::string text;
  for (const FormulaReport& formula : formulas) {
    const bool holds = formula.verdict == logic::Verdict::kHolds;
    if (style.detail == Detail::kQuiet && holds) continue;
    text += formula_text(formula, width, style);
  }
  return text;
}

std::string outcome_section(std::monostate /*nothing*/,
                            const Report& /*report*/, Style /*style*/) {
  return {};
}

std::string outcome_section(const Evaluation& evaluation,
                            const Report& /*report*/, Style style) {
  return formulas_text(evaluation.formulas, style);
}

}  // namespace spl::runner
