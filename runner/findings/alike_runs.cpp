#include "runner/findings/relation_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "spl/logic/quantile_runs.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/summary.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kFewest = 12;
constexpr double kNotable = 0.4;

using Values = std::vector<double>;

/// Returns the values of the runs of each performance.
std::vector<Values> values_of(const RelationInputs& inputs) {
  const auto& [relation, settings, basis] = inputs;
  const logic::Experiment runs =
      logic::compared_runs(relation, experiment_of(basis), settings.deciding);
  std::vector<Values> result;
  for (const logic::Performance& one : performances_of(relation)) {
    const auto found = runs.find(one);
    if (found == runs.end()) return {};
    const auto* sample = std::get_if<statistics::Sample>(&found->second);
    if (sample == nullptr) return {};
    result.push_back(run_statistics(*sample, settings.deciding.statistic));
  }
  return result;
}

/// Returns the left side less the right side in each run.
Values contrasts(const logic::Relation& relation,
                 const std::vector<Values>& values) {
  const auto sum = relation.left.minus(relation.right);
  const auto performances = performances_of(relation);
  Values result(values.front().size(), sum.constant());
  for (const auto& term : sum.terms()) {
    const auto place = std::distance(performances.begin(),
                                     performances.find(term.performance));
    const Values& own = values[static_cast<std::size_t>(place)];
    const bool is_log = relation.quotients > 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] += term.coefficient * (is_log ? std::log(own[i]) : own[i]);
    }
  }
  return result;
}

/// The correlation of neighbours.
struct Correlation {
  double estimate = 0;
  double upper = 0;  ///< At 95 %: few runs show little of it.
};

/// If there is none, an estimate is 1/n too low, give or take 1/sqrt(n).
Correlation correlation(const Values& values) {
  if (values.size() < kFewest) return {};
  const auto found = statistics::autocorrelation(values);
  if (!found) return {};
  constexpr double kNormalAt95 = 1.645;
  const auto count = static_cast<double>(values.size());
  const double estimate = *found + 1 / count;
  return {estimate, estimate + kNormalAt95 / std::sqrt(count)};
}

bool are_paired(const std::vector<Values>& values,
                const RelationReport& report) {
  const bool has_blocks = report.parts || report.decision.decided_by ==
                                              logic::Interpretation::kBlocks;
  return has_blocks && std::ranges::all_of(values, [&](const Values& one) {
           return one.size() == values.front().size();
         });
}

Correlation correlation(const RelationInputs& inputs,
                        const RelationReport& report) {
  const std::vector<Values> values = values_of(inputs);
  if (values.empty()) return {};
  if (are_paired(values, report)) {
    return correlation(contrasts(inputs.relation, values));
  }
  Correlation most;
  for (const Values& one : values) {
    const Correlation found = correlation(one);
    if (found.upper > most.upper) most = found;
  }
  return most;
}

/// Whether the interval of a ratio, made so many times as wide, lies on the
/// side of 1 where the finding is.
bool is_clear(logic::Finding finding, std::optional<double> ratio,
              std::optional<double> limit, double times) {
  if (!ratio || !limit || *ratio <= 0 || *limit <= 0) return false;
  const double wider = std::log(*ratio) + times * std::log(*limit / *ratio);
  return finding == logic::Finding::kGreater ? wider > 0 : wider < 0;
}

/// The same of the intervals that decide: that of any of the parts, at its
/// level.
bool is_clear(const RelationReport& report, double times) {
  const logic::Finding finding = report.decision.finding;
  const bool is_greater = finding == logic::Finding::kGreater;
  const statistics::RatioInterval& ratio = report.decision.ratio;
  if (!report.parts) {
    return is_clear(finding, ratio.estimate,
                    is_greater ? ratio.lower : ratio.upper, times);
  }
  const logic::PartsDecision& parts = *report.parts;
  return std::any_of(
      std::begin(statistics::kParts), std::end(statistics::kParts),
      [&](statistics::Part part) {
        const statistics::RatioSet& set = parts.findings.set(part);
        const bool is_typical = part == statistics::Part::kTypicalCalls;
        return is_clear(finding, is_typical ? ratio.estimate : parts.mean,
                        is_greater ? set.lower : set.upper, times);
      });
}

}  // namespace

std::string lack_of_independence(const RelationInputs& inputs,
                                 const RelationReport& report) {
  const logic::Finding finding = report.decision.finding;
  if (finding != logic::Finding::kGreater && finding != logic::Finding::kLess) {
    return {};
  }
  const Correlation alike = correlation(inputs, report);
  if (alike.upper <= kNotable) return {};
  constexpr double kMost = 0.95;
  const double r = std::min(alike.upper, kMost);
  const double times = std::sqrt((1 + r) / (1 - r));
  if (is_clear(report, times)) return {};
  const char* why =
      "as if something changed slowly, and with so few that count the "
      "difference may be chance: make the runs of both sides in turns, or many "
      "more";
  if (alike.estimate > kNotable) {
    return fmt::format(
        "its runs resemble their neighbours (correlation {:.2g}), {}",
        alike.estimate, why);
  }
  return fmt::format(
      "its runs may resemble their neighbours (correlation {:.2g}, up to "
      "{:.2g}), {}",
      alike.estimate, std::min(alike.upper, 1.0), why);
}

}  // namespace spl::runner
