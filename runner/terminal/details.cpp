#include <fmt/format.h>

#include <string_view>

#include "runner/plan.hpp"
#include "runner/terminal/sections.hpp"
#include "runner/wording.hpp"

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
    text += fmt::format(", p = {:.2g} for greater, {:.2g} for less",
                        *result.p_greater, *result.p_less);
  }
  if (!result.warning.empty()) text += "  " + result.warning;
  return text + '\n';
}

std::string interval_text(std::string_view method,
                          const logic::EffectInterval& interval) {
  return fmt::format("      ratio by {:22}  {}\n", method,
                     interval.lower && interval.upper
                         ? fmt::format("{} .. {}", ratio_text(*interval.lower),
                                       ratio_text(*interval.upper))
                         : interval.refusal);
}

std::string intervals_text(const logic::EffectIntervals& intervals) {
  return interval_text("Fieller", intervals.fieller) +
         interval_text("Fieller, Satterthwaite",
                       intervals.fieller_satterthwaite) +
         interval_text("inversion of run_means", intervals.inversion) +
         interval_text("bootstrap", intervals.bootstrap);
}

/// Why there were no more blocks; empty where none were made.
std::string_view stop_text(const RelationReport& relation) {
  if (relation.blocks == 0) return {};
  switch (relation.stopped) {
    case Stop::kDecided:
      return "a difference was found";
    case Stop::kResolution:
      return "no change was left that matters";
    case Stop::kFormula:
      return "the formula was decided without it";
    case Stop::kBudget:
      return "the time was over";
    case Stop::kRuns:
      return relation.blocks == kMostBlocks ? "there are never more"
                                            : "so many were asked for";
    case Stop::kInterrupted:
      return "the experiment was interrupted";
    case Stop::kFailed:
    case Stop::kData:
    case Stop::kConstant:
      return {};
  }
  return {};
}

}  // namespace

std::string details_section(const RelationReport& relation,
                            logic::Dimension dimension) {
  std::string text;
  if (const std::string_view why = stop_text(relation); !why.empty()) {
    text += fmt::format("      {} blocks: {}\n", relation.blocks, why);
  }
  for (const auto& [kind, result] : relation.decision.interpretations) {
    text += interpretation_text(kind, result, dimension);
  }
  if (relation.intervals) text += intervals_text(*relation.intervals);
  return text;
}

}  // namespace spl::runner
