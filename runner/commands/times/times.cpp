#include "runner/commands/times/times.hpp"

#include <map>

#include "runner/measuring/short_budget.hpp"

namespace spl::runner {
namespace {

constexpr double kConfidence = 0.95;

/// Returns the runs up to the first that has another number of observations.
statistics::Runs equally_long(const statistics::Runs& runs) {
  statistics::Runs result;
  for (const statistics::Run& run : runs) {
    if (run.size() != runs.front().size()) break;
    result.push_back(run);
  }
  return result;
}

/// Why nothing was measured of a performance that did not fail.
std::string shortage(const logic::Performance& performance,
                     const Settings& settings, double budget) {
  return to_text(performance) +
         " was not measured: the budget does not hold a run; give a longer "
         "--budget" +
         (settings.budget_total.count() > 0 ? " or --budget-total"
          : budget > 0 ? ", such as " + budget_option(budget)
                       : "");
}

Timing timing(const PerformanceReport& one) {
  Timing result;
  result.performance = one.performance;
  const MeasuredMetric metric = one.metric.value_or(MeasuredMetric());
  result.metric = to_text(metric);
  if (!is_time(metric)) result.dimension = logic::Dimension::kCount;
  result.failure = one.measured.failure;
  const statistics::Runs& runs = one.measured.observations;
  if (runs.empty()) return result;
  result.summary = statistics::summary(runs);
  result.mean = mean_over_runs(equally_long(runs));
  const auto& records = one.measured.records;  // Files of others have none.
  if (!records.empty()) result.iterations = records.back().iterations;
  return result;
}

}  // namespace

std::optional<statistics::MeanInterval> mean_over_runs(
    const statistics::Runs& runs) {
  const auto hierarchy = levels(runs);
  if (!hierarchy) return std::nullopt;
  return statistics::mean_interval(*hierarchy, kConfidence,
                                   statistics::MeanIntervalForm::kTopLevel);
}

std::string times_text(const DeclaredWorkloads& declared,
                       logic::Dimension dimension, const std::string& build) {
  std::string text;
  const char* none =
      dimension == logic::Dimension::kTime ? " >= 0 ns" : " >= 0";
  for (const DeclaredWorkload& one : declared.workloads) {
    for (const std::string& arguments : one.arguments) {
      text += one.callee(build) + arguments + none + '\n';
    }
  }
  return text;
}

Times times(const Suite& suite, const Observations& observations,
            std::vector<LeftOut> left_out) {
  Times result;
  std::size_t number = 0;
  std::map<logic::Performance, const PerformanceReport*> known;
  for (const PerformanceReport& one : observations.performances) {
    known.emplace(one.performance, &one);
  }
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      const logic::Performance wanted =
          *logic::performances_of(relation).begin();
      const auto found = known.find(wanted);
      Timing row = found == known.end() ? Timing() : timing(*found->second);
      if (row.summary.runs == 0 && row.failure.empty()) {
        row.performance = wanted;
        row.metric = to_text(formula.settings.metric);
        row.failure = shortage(row.performance, formula.settings,
                               number < observations.bases.size()
                                   ? observations.bases[number].lacking_budget
                                   : 0);
      }
      ++number;
      result.rows.push_back(std::move(row));
    }
  }
  result.left_out = std::move(left_out);
  return result;
}

}  // namespace spl::runner
