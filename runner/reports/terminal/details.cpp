#include <fmt/format.h>

#include <cmath>

#include "runner/reports/terminal/sections.hpp"
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

std::string interval_text(std::string_view method,
                          const logic::EffectInterval& interval) {
  return fmt::format("      ratio by {:22}  {}\n", method,
                     interval.lower && interval.upper
                         ? fmt::format("{} .. {}", ratio_text(*interval.lower),
                                       ratio_text(*interval.upper))
                         : interval.refusal);
}

std::string interval_text(
    std::string_view method,
    const std::optional<logic::EffectInterval>& interval) {
  return interval ? interval_text(method, *interval) : std::string();
}

std::string intervals_text(const logic::EffectIntervals& intervals) {
  return interval_text("Fieller", intervals.fieller) +
         interval_text("Fieller, Satterthwaite",
                       intervals.fieller_satterthwaite) +
         interval_text("inversion of run_means", intervals.inversion) +
         interval_text("bootstrap", intervals.bootstrap) +
         interval_text("inversion of 4.10", intervals.nonparametric);
}

/// Names the price of a narrower interval, unless another line does.
std::string known_width(const RelationReport& relation) {
  const auto width = logic::half_width(relation.decision, relation.parts);
  if (relation.precision || relation.block_seconds == 0 || !width) return {};
  const double narrow = relation.resolution / 2;
  const double times = *width / narrow;
  std::string text = "      the ratio is known within " + percent_text(*width);
  if (times > 1) {
    const double more =
        std::ceil(static_cast<double>(relation.blocks) * (times * times - 1));
    text += "; " + price_text("-s precision=" + percent_option(narrow), more,
                              relation.block_seconds);
  }
  return text + '\n';
}

}  // namespace

std::string details_section(const RelationReport& relation,
                            logic::Dimension dimension) {
  std::string text = known_width(relation);
  for (const auto& [kind, result] : relation.decision.interpretations) {
    text += interpretation_text(kind, result, dimension);
  }
  if (relation.intervals) text += intervals_text(*relation.intervals);
  return text;
}

}  // namespace spl::runner
