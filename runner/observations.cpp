#include "runner/observations.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "runner/metrics.hpp"

namespace spl::runner {
namespace {

Measuring measuring(const Settings& settings) {
  return {settings.runs,    settings.observations,   settings.warmup,
          settings.timeout, settings.keep_disturbed, metrics(settings)};
}

std::vector<Wanted> wanted(const Suite& suite) {
  std::vector<Wanted> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      result.push_back({&relation, measuring(formula.settings)});
    }
  }
  return result;
}

/// Runs and observations as levels, if the runs are of equal length.
std::optional<statistics::Hierarchy> levels(
    const std::vector<std::vector<double>>& runs) {
  if (runs.empty()) return std::nullopt;
  std::vector<double> values;
  for (const auto& run : runs) {
    if (run.size() != runs.front().size()) return std::nullopt;
    values.insert(values.end(), run.begin(), run.end());
  }
  return statistics::Hierarchy({runs.front().size(), runs.size()},
                               std::move(values));
}

logic::Levels levels_of(std::span<const PerformanceReport> reports) {
  logic::Levels result;
  for (const PerformanceReport& one : reports) {
    if (one.levels) result.emplace(one.performance, *one.levels);
  }
  return result;
}

PerformanceReport report_of(const logic::Performance& performance,
                            const GivenPerformance& given) {
  PerformanceReport report{performance, {}, {}, given.levels, {}};
  if (const auto* failure = std::get_if<logic::Failure>(&given.observed)) {
    report.measured.failure = failure->reason;
    return report;
  }
  report.measured.observations =
      std::get<statistics::Sample>(given.observed).runs();
  if (!report.levels) report.levels = levels(report.measured.observations);
  return report;
}

}  // namespace

Observations measured_observations(const Suite& suite,
                                   const ProgramCatalogue& programs,
                                   std::uint64_t seed,
                                   const Surroundings& surroundings) {
  const Grouping grouping = group(wanted(suite));
  const auto program_of = [&](const logic::Performance& performance) {
    return programs.program_of(performance).path;
  };
  Observations result;
  result.experiment_of = grouping.group_of;
  require_metrics(suite, programs);
  std::size_t number = 0;
  for (const GroupResult& one :
       measure(grouping.groups, seed, program_of, surroundings)) {
    result.experiments.push_back(experiment(one));
    result.seconds.push_back(one.seconds);
    const std::size_t first = result.performances.size();
    for (const auto& [performance, measured] : one.performances) {
      result.performances.push_back({performance,
                                     measured,
                                     programs.program_of(performance).build,
                                     levels(measured.observations),
                                     {}});
      result.performances.back().metric =
          grouping.groups[number].measuring.metrics.front();
    }
    result.levels.push_back(
        levels_of(std::span(result.performances).subspan(first)));
    ++number;
  }
  return result;
}

Observations chosen_observations(const Suite& suite,
                                 const GivenObservations& given) {
  Observations result;
  result.history = given.history;
  logic::Experiment experiment;
  for (const Wanted& one : wanted(suite)) {
    const bool is_constant = one.relation->theta.terms().empty();
    result.experiment_of.push_back(is_constant ? kNoGroup : 0);
    if (is_constant) continue;
    for (const auto* side : {&one.relation->left, &one.relation->right}) {
      for (const auto& term : side->terms()) {
        experiment.emplace(term.performance,
                           given.performances.at(term.performance).observed);
      }
    }
  }
  for (const auto& [performance, observed] : experiment) {
    result.performances.push_back(
        report_of(performance, given.performances.at(performance)));
  }
  result.experiments.push_back(std::move(experiment));
  result.seconds.push_back(0);
  result.levels.push_back(levels_of(result.performances));
  return result;
}

}  // namespace spl::runner
