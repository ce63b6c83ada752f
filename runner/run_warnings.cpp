#include "runner/run_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spl/statistics/summary.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::runner {
namespace {

using statistics::Summary;

constexpr double kMuch = 0.05;

/// Beyond what chance explains: r * sqrt(n) is about normal.
bool neighbours_are_alike(const Summary& summary) {
  constexpr double kNotable = 0.1;
  constexpr double kDeviations = 3;
  const double chance =
      kDeviations / std::sqrt(static_cast<double>(summary.observations));
  return summary.autocorrelation.value_or(0) > std::max(kNotable, chance);
}

/// Something about the performance.
bool welch_decides(const std::string& performance, const Report& report) {
  const auto mentions = [&](const RelationReport& relation) {
    return relation.text.find(performance) != std::string::npos;
  };
  return std::any_of(report.formulas.begin(), report.formulas.end(),
                     [&](const FormulaReport& formula) {
                       return formula.deciding.interpretation ==
                                  logic::Interpretation::kWelch &&
                              std::any_of(formula.relations.begin(),
                                          formula.relations.end(), mentions);
                     });
}

void warn(const PerformanceReport& one, Report& report) {
  const statistics::Sample sample(one.measured.observations);
  const std::string name = to_text(one.performance);
  const statistics::Drift drift = statistics::drift(sample);
  if (static_cast<double>(drift.drifting) >
      kMuch * static_cast<double>(drift.tested)) {
    report.warnings.push_back(fmt::format(
        "{}: the observations of {} of {} runs rise or fall from the first to "
        "the last, as if it was not warm yet: try a longer --warmup",
        name, drift.drifting, drift.tested));
  }
  const Summary summary = statistics::summary(sample);
  if (summary.slow_share > kMuch) {
    report.warnings.push_back(
        fmt::format("{}: {:.2g} % of the observations took more than 1.5 times "
                    "the median of their run",
                    name, 100 * summary.slow_share));
  }
  if (neighbours_are_alike(summary) && welch_decides(name, report)) {
    report.warnings.push_back(fmt::format(
        "{}: neighbouring observations of a run are alike (correlation "
        "{:.2g}), "
        "but welch takes all for independent and finds differences too often: "
        "let blocks decide",
        name, *summary.autocorrelation));
  }
}

}  // namespace

void warn_of_runs(Report& report) {
  for (const PerformanceReport& one : report.performances) {
    if (!one.measured.observations.empty()) warn(one, report);
  }
}

}  // namespace spl::runner
