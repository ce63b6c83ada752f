#include <fmt/format.h>

#include <cmath>

#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/reports/terminal_report.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string interpretation_text(logic::Interpretation kind,
                                const statistics::TestResult& result,
                                logic::Dimension dimension) {
  std::string text = fmt::format("      {:13}  {:10}", to_text(kind),
                                 logic::to_text(result.finding));
  if (result.statistic && result.df) {
    text +=
        fmt::format("  t = {:.4g}, df = {:.4g}", *result.statistic, *result.df);
  } else if (result.statistic) {
    text += fmt::format("  z = {:.4g}", *result.statistic);
  } else if (result.lower_threshold && result.threshold) {
    text += fmt::format("  {} against {} .. {}",
                        amount_text(result.difference, dimension),
                        amount_text(*result.lower_threshold, dimension),
                        amount_text(*result.threshold, dimension));
  }
  if (result.p_greater && result.p_less) {
    text += fmt::format(", {} for greater, {} for less",
                        p_text(*result.p_greater), p_text(*result.p_less));
  }
  if (!result.warning.empty()) text += "  " + result.warning;
  return text + '\n';
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

/// What decided, and all that was seen.
std::string evidence_text(const RelationReport& relation,
                          logic::Dimension dimension) {
  std::string text = "      " +
                     std::string(to_text(relation.decision.strength)) + ": " +
                     effect_text(relation, dimension);
  if (relation.portability) {
    text += "; portability " + ratio_text(*relation.portability);
  }
  text += '\n';
  if (relation.stopped == Stop::kFailed) {
    const std::string seen = seen_before_failure(relation, dimension);
    if (!seen.empty()) text += "      before that " + seen + '\n';
  }
  if (!relation.compared.empty() && relation.decision.decided_by) {
    text += "      ratios compare " + relation.compared +
            ", without terms that are subtracted or on both sides\n";
  }
  const std::string others = disagreement_text(relation);
  if (!others.empty()) text += "      " + others + '\n';
  text += unseen_text(relation);
  if (relation.layout) {
    text += layouts_text(*relation.layout, relation, dimension);
  }
  return text;
}

}  // namespace

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
  return text.empty() ? text : "other interpretations disagree: " + text;
}

std::string details_section(const RelationReport& relation,
                            logic::Dimension dimension, Style style) {
  std::string text = evidence_text(relation, dimension);
  for (const auto& [kind, result] : relation.decision.interpretations) {
    if (kind != relation.decision.decided_by) continue;
    text += interpretation_text(kind, result, dimension);
  }
  constexpr std::size_t kIndent = 10;
  return wrapped(text, {style.most_columns(), kIndent});
}

}  // namespace spl::runner
