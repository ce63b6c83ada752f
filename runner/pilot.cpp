#include "runner/pilot.hpp"

#include <algorithm>

#include "runner/builds.hpp"
#include "runner/metrics.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

Measuring measuring(const Settings& settings) {
  return {settings.runs,           settings.max_runs, settings.budget,
          settings.observations,   settings.warmup,   settings.timeout,
          settings.keep_disturbed, metrics(settings)};
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

/// What no program has is not tried.
std::vector<GroupResult> without_program(const std::vector<Group>& groups,
                                         const ProgramCatalogue& programs) {
  std::vector<GroupResult> results(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const Performance& one : groups[i].performances) {
      const std::string failure = programs.failure_of(one);
      if (failure.empty()) continue;
      results[i].performances[one].failure = to_text(one) + ' ' + failure;
    }
  }
  return results;
}

/// What failed once is not tried again.
std::vector<GroupResult> failures_of(const std::vector<GroupResult>& pilot,
                                     const std::vector<Group>& groups) {
  std::map<Performance, std::string> failures;
  for (const GroupResult& one : pilot) {
    for (const auto& [performance, measured] : one.performances) {
      if (!measured.failure.empty()) {
        failures.emplace(performance, measured.failure);
      }
    }
  }
  std::vector<GroupResult> results(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const Performance& one : groups[i].performances) {
      const auto known = failures.find(one);
      if (known == failures.end()) continue;
      results[i].performances[one].failure = known->second;
    }
  }
  return results;
}

}  // namespace

Pilot piloted(const Suite& suite, const ProgramCatalogue& programs,
              std::uint64_t seed, const Surroundings& surroundings) {
  require_metrics(suite, programs);
  require_equal_builds(suite, programs);
  const std::vector<Wanted> all = wanted(suite);
  Pilot pilot{group(all), {}, {}};
  std::vector<Group>& first = pilot.grouping.groups;
  for (Group& one : first) one.plan = pilot_plan(one);
  std::vector<GroupResult> results = without_program(first, programs);
  PilotRule rule;
  const Surroundings quiet{surroundings.launcher, {}};
  measure(first, ~seed, program_of(programs), quiet, rule, results);
  pilot.costs = run_costs(results);
  pilot.grouping = group(all, run_seconds(first, pilot.costs));
  for (Group& one : pilot.grouping.groups) one.plan = plan(one, pilot.costs);
  pilot.results = failures_of(results, pilot.grouping.groups);
  return pilot;
}

ProgramOf program_of(const ProgramCatalogue& programs) {
  return [&programs](const Performance& performance) {
    return programs.program_of(performance).path;
  };
}

}  // namespace spl::runner
