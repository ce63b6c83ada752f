#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/reports/decided_formulas.hpp"
#include "runner/reports/figure.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/tools/measured_metric.hpp"

namespace spl::runner {
namespace {

/// Names the statistic of relations that state none themselves, unless it is
/// the usual one of both kinds of calls.
std::string statistic_of(const std::vector<FormulaReport>& all,
                         const logic::DecisionSettings& first) {
  bool states_all = !all.empty();
  for (const FormulaReport& one : all) {
    if (logic::asked(one.deciding) != logic::asked(first)) {
      return ", each with its own statistic";
    }
    states_all =
        states_all && std::ranges::all_of(one.relations, [](const auto& it) {
          return bool(it.stated);
        });
  }
  if (states_all) return {};
  switch (logic::asked(first)) {
    case logic::Statistic::kBoth:
      break;
    case logic::Statistic::kTypical:
      return ", typical calls only";
    case logic::Statistic::kMean:
      return ", means of all calls only";
    case logic::Statistic::kMedian:
      return ", medians only";
  }
  return {};
}

/// The level, the interpretation and the statistic, if all have the same.
std::string levels(const std::vector<FormulaReport>& formulas,
                   const Settings& settings) {
  const logic::DecisionSettings& first =
      formulas.empty() ? settings.deciding : formulas.front().deciding;
  double least = first.alpha;  // In a family.
  std::size_t texts = 1;       // In the largest family.
  for (const FormulaReport& one : formulas) {
    if (one.deciding.alpha != first.alpha ||
        one.deciding.interpretation != first.interpretation) {
      return "decided at the levels that the files set";
    }
    texts = std::max(texts, one.family);
    for (const RelationReport& relation : one.relations) {
      if (relation.decision.decided_by) least = std::min(least, relation.alpha);
    }
  }
  std::string text = fmt::format("alpha {:.4g} %", 100 * first.alpha);
  if (least < first.alpha) {
    text += fmt::format(", down to {:.2g} % in a family{}", 100 * least,
                        texts > 1 ? fmt::format(" of {} texts", texts) : "");
  }
  text += fmt::format(", {}", to_text(first.interpretation));
  if (first.common) {
    text += fmt::format(", reports differ by {:.2g} % (shared by all names)",
                        100 * std::sqrt(first.common->relative));
  }
  const bool uses_statistic =
      first.interpretation == logic::Interpretation::kBlocks ||
      first.interpretation == logic::Interpretation::kRunMeans;
  // The mean is what given data are compared by.
  const bool is_usual =
      !settings.data.empty() && logic::asked(first) == logic::Statistic::kMean;
  return text +
         (uses_statistic && !is_usual ? statistic_of(formulas, first) : "");
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
  using Basis = Outcome::Basis;
  const Basis basis =
      report.outcome ? report.outcome->basis() : Basis::kNothing;
  if (basis == Basis::kStore) return "From the store";
  if (data.empty() && report.performances.empty() && basis == Basis::kNothing) {
    return "Nothing was measured";
  }
  if (data.empty()) return measured_text(report);
  std::string text = "Observations of ";
  for (const std::string& one : data) {
    text += (&one == &data.front() ? "" : ", ") + foreign_name(one);
  }
  return text;
}

// --- What may be wrong with it -----------------------------------------------

/// "1 formula holds", "2 of 40 formulas violated, 38 hold".
std::string counts(const std::vector<FormulaReport>& formulas) {
  using logic::Verdict;
  static constexpr std::pair<Verdict, std::string_view> kVerdicts[] = {
      {Verdict::kViolated, "violated"},
      {Verdict::kError, "with an error"},
      {Verdict::kUndecided, "undecided"},
      {Verdict::kHolds, "hold"}};
  const std::size_t all = formulas.size();
  std::string text;
  for (const auto& [verdict, name] : kVerdicts) {
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(formulas, [verdict = verdict](const auto& one) {
          return one.verdict == verdict;
        }));
    if (count == 0) continue;
    const std::string number =
        !text.empty()  ? std::to_string(count)
        : count == all ? fmt::format("{} formula{}", all, all == 1 ? "" : "s")
                       : fmt::format("{} of {} formulas", count, all);
    const bool holds = verdict == Verdict::kHolds;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number,
                        holds && count == 1 ? "holds" : name);
    if (holds) text += weakly_text(formulas);
  }
  return text.empty() ? "no formulas" : text;
}

bool has_ranges(const std::vector<FormulaReport>& formulas) {
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& one : formula.relations) {
      const auto figure = figure_of(one);
      if (figure && figure->has_range && figure->varies) return true;
    }
  }
  return false;
}

/// The least confidence of the ranges that are shown, as alpha.
double largest_alpha(const std::vector<FormulaReport>& formulas) {
  double result = 0;
  for (const FormulaReport& one : formulas) {
    result = std::max(result, one.deciding.alpha);
  }
  return result;
}

/// The chance that something unchanged is called slower: the levels of all
/// relations, which those of a text share.
double false_alarms(const std::vector<FormulaReport>& formulas,
                    double familywise) {
  struct Family {
    double sum = 0;
    double most = 0;
  };
  std::map<std::string, Family> families;
  for (const FormulaReport& formula : formulas) {
    Family& family = families[formula.file];
    for (const RelationReport& one : formula.relations) {
      if (one.blocks == 0) continue;
      const bool has_two =
          one.sign == logic::Sign::kEqual || one.sign == logic::Sign::kNotEqual;
      const double directions = has_two ? 2 : 1;
      family.sum += directions * one.alpha;
      family.most = std::max(family.most, directions * familywise);
    }
  }
  double result = 0;
  for (const auto& [name, one] : families) {
    result += familywise > 0 ? std::min(one.sum, one.most) : one.sum;
  }
  return result;
}

bool has_violated(const std::vector<FormulaReport>& formulas) {
  return std::ranges::any_of(formulas, [](const auto& one) {
    return one.verdict == logic::Verdict::kViolated;
  });
}

}  // namespace

/// "Measured in" of other outcomes is the time alone here.
std::string time_text(const Report& report) {
  std::string text = origin(report);
  constexpr std::string_view kMeasured = "Measured in ";
  if (text.starts_with(kMeasured)) return text.substr(kMeasured.size());
  if (text.front() == 'N' || text.front() == 'O') {
    text.front() = static_cast<char>(text.front() - 'A' + 'a');
  }
  return text;
}

std::string alarms_text(const std::vector<FormulaReport>& formulas,
                        const Settings& settings, std::string_view what) {
  constexpr double kUsual = 0.05;
  const double chance =
      false_alarms(formulas, settings.familywise.value_or(kUsual));
  if (!(chance > 0)) return {};
  const double times = std::floor(1 / chance + 1e-9);
  if (times < 2) return fmt::format("False alarms are likely in {}.", what);
  return fmt::format("False alarms: at most 1 in {:.0f} {}.", times, what);
}

std::string places_text(const Report& report) {
  const Settings& settings = report.settings;
  if (!settings.data.empty() || report.performances.empty() ||
      !depends_on_machine_code(settings.metric)) {
    return {};
  }
  const bool is_code_left = settings.layouts == std::size_t{1};
  const bool are_data_left = heap_place(settings) == HeapPlace::kKept;
  if (!is_code_left && !are_data_left) return {};
  return fmt::format(
      "Where {} is this build's own, and can make a difference by itself.\n",
      !is_code_left    ? "data lie"
      : !are_data_left ? "code lies"
                       : "code and data lie");
}

namespace {

std::string formulas_end(const std::vector<FormulaReport>& formulas,
                         const Report& report) {
  std::string text = counts(formulas) + ", " + time_text(report) + '.';
  if (has_ranges(formulas)) {
    text += fmt::format(
        " Each range covers the true value in at least {:.4g}% of reports.",
        100 - 200 * largest_alpha(formulas));
  }
  text += '\n' + places_text(report) + missed_text(formulas);
  if (has_violated(formulas)) {
    text += alarms_text(formulas, report.settings, "reports") + '\n';
  }
  return text;
}

}  // namespace

std::optional<std::string> DecidedFormulas::summary(
    const Report& report, const Style& /*style*/) const {
  return formulas_end(found.formulas, report);
}

std::string summary_section(const Report& report, Style style) {
  const auto* formulas = formulas_of(report);
  std::optional<std::string> end;
  if (report.outcome) end = report.outcome->summary(report, style);
  std::string text = end ? *end : origin(report) + ".\n";
  if (style.detail != Detail::kVerbose) return text;
  const std::string seed = fmt::format("seed {}.\n", report.context.seed);
  if (formulas != nullptr) {
    return text +
           fmt::format("Ratios are left / right, {}; ",
                       levels(*formulas, report.settings)) +
           seed;
  }
  if (text.empty()) return "S" + seed.substr(1);
  text.resize(text.size() - 2);
  return text + ", " + seed;
}

}  // namespace spl::runner
