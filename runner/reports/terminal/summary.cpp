#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include "runner/reports/formula_text.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string counts(const std::vector<FormulaReport>& formulas,
                   std::string_view noun) {
  static constexpr logic::Verdict kVerdicts[] = {
      logic::Verdict::kHolds, logic::Verdict::kViolated,
      logic::Verdict::kUndecided, logic::Verdict::kError};
  static constexpr std::string_view kNames[] = {"hold", "violated", "undecided",
                                                "failed"};
  const std::size_t all = formulas.size();
  std::string text = fmt::format("{} {}{}:", all, noun, all == 1 ? "" : "s");
  const char* separator = " ";
  for (std::size_t i = 0; i < std::size(kVerdicts); ++i) {
    const auto count = std::count_if(
        formulas.begin(), formulas.end(),
        [&](const FormulaReport& one) { return one.verdict == kVerdicts[i]; });
    if (count == 0) continue;
    const bool holds = kVerdicts[i] == logic::Verdict::kHolds;
    text += fmt::format("{}{} {}", separator, count,
                        count == 1 && holds ? "holds" : kNames[i]);
    if (holds) text += weakly_text(formulas);
    separator = ", ";
  }
  return text;
}

/// Names the statistic of relations, unless it is all of them.
std::string statistic(const logic::DecisionSettings& settings) {
  switch (logic::asked(settings)) {
    case logic::Statistic::kBoth:
      return "";
    case logic::Statistic::kTypical:
      return ", typical calls only";
    case logic::Statistic::kMean:
      return ", means of all calls only";
    case logic::Statistic::kMedian:
      return ", medians only";
  }
  return "";
}

/// Names the statistic of relations that do not state one themselves; the
/// others name theirs in their own lines.
std::string statistic_of(const std::vector<FormulaReport>& all,
                         const logic::DecisionSettings& first) {
  const auto asks_else = [&](const FormulaReport& one) {
    return logic::asked(one.deciding) != logic::asked(first);
  };
  const auto states = [](const RelationReport& one) {
    return one.stated.has_value();
  };
  const auto states_all = [&](const FormulaReport& one) {
    return std::all_of(one.relations.begin(), one.relations.end(), states);
  };
  if (std::any_of(all.begin(), all.end(), asks_else)) {
    return ", each with its own statistic";
  }
  if (!all.empty() && std::all_of(all.begin(), all.end(), states_all)) {
    return "";
  }
  return statistic(first);
}

/// Describes the confidence of the intervals that are shown: those of all calls
/// have one of their own.
std::string confidences(const std::vector<FormulaReport>& formulas,
                        const std::string& usual) {
  bool shows_all_calls = false;
  bool shows_others = formulas.empty();
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& relation : formula.relations) {
      const auto& parts = seen_by_parts(relation);
      const bool has_limits = parts && !parts->nothing_varies;
      const bool is_of_means = has_limits && !parts->asks_typical_calls;
      shows_all_calls = shows_all_calls || has_limits;
      shows_others =
          shows_others || (relation.decision.ratio.lower && !is_of_means);
    }
  }
  const std::string of_all_calls = fmt::format(
      "{:.4g} %", 100 * (2 * statistics::ThreeParts::kConfidence - 1));
  if (!shows_all_calls) return usual + " intervals";
  if (!shows_others) return of_all_calls + " intervals";
  return usual + " intervals, " + of_all_calls + " for all calls";
}

/// Describes the intervals, if all are made alike.
std::string levels(const std::vector<FormulaReport>& formulas,
                   const Settings& settings) {
  const logic::DecisionSettings& first =
      formulas.empty() ? settings.deciding : formulas.front().deciding;
  double least = first.alpha;   // In a family.
  double looked = first.alpha;  // By the strictest look.
  std::size_t texts = 1;        // In the largest family.
  for (const FormulaReport& one : formulas) {
    if (one.deciding.alpha != first.alpha ||
        one.deciding.interpretation != first.interpretation) {
      return "with intervals at the levels that the files set";
    }
    texts = std::max(texts, one.family);
    for (const RelationReport& relation : one.relations) {
      if (!relation.decision.decided_by) continue;
      least = std::min(least, relation.alpha);
      looked = std::min(looked, relation.decision.alpha);
    }
  }
  const std::string usual =
      fmt::format("{:.4g} %{}", 100 - 200 * first.alpha,
                  looked < first.alpha ? " or wider" : "");
  std::string text =
      fmt::format("with {} (alpha {:.4g} %", confidences(formulas, usual),
                  100 * first.alpha);
  if (least < first.alpha) {
    text += fmt::format(", down to {:.2g} % in a family{}", 100 * least,
                        texts > 1 ? fmt::format(" of {} texts", texts) : "");
  }
  text += fmt::format(", {}", to_text(first.interpretation));
  const bool uses_statistic =
      first.interpretation == logic::Interpretation::kBlocks ||
      first.interpretation == logic::Interpretation::kRunMeans;
  // The mean is what given data are compared by.
  const bool is_usual =
      !settings.data.empty() && logic::asked(first) == logic::Statistic::kMean;
  return text +
         (uses_statistic && !is_usual ? statistic_of(formulas, first) : "") +
         ")";
}

/// The formulas of a guard are claims that nobody wrote.
std::string_view noun_of(const Outcome& outcome) {
  return std::holds_alternative<Guard>(outcome) ? "claim" : "formula";
}

/// `Measured in 14 s`, and how long others measured before.
std::string measured_text(const Report& report) {
  constexpr double kWorthMention = 1;
  std::string text = "Measured in " + seconds_text(report.seconds);
  if (report.waited >= kWorthMention) {
    text += ", after waiting " + seconds_text(std::floor(report.waited)) +
            " for another measurement";
  }
  return text;
}

std::string origin(const Report& report) {
  const std::vector<std::string>& data = report.settings.data;
  const bool is_planned = std::holds_alternative<Planning>(report.outcome);
  const auto* tests = std::get_if<SelfTests>(&report.outcome);
  if (std::holds_alternative<PerformanceHistory>(report.outcome)) {
    return "From the store";
  }
  if (std::holds_alternative<AuditReport>(report.outcome)) {
    return measured_text(report);
  }
  const bool is_tested = tests != nullptr && !tests->empty();
  if (data.empty() && report.performances.empty() && !is_planned &&
      !is_tested) {
    return "Nothing was measured";
  }
  return data.empty()
             ? measured_text(report)
             : fmt::format("Observations of {}", fmt::join(data, ", "));
}

}  // namespace

std::string summary_section(const Report& report) {
  const auto* formulas = formulas_of(report.outcome);
  const std::string verdicts =
      formulas != nullptr
          ? fmt::format("{}. Ratios are left / right, {}. ",
                        counts(*formulas, noun_of(report.outcome)),
                        levels(*formulas, report.settings))
          : std::string();
  return fmt::format("{}{}, seed {}.\n", verdicts, origin(report),
                     report.context.seed);
}

}  // namespace spl::runner
