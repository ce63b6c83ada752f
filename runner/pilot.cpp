#include "runner/pilot.hpp"

#include <algorithm>

#include "runner/builds.hpp"
#include "runner/metrics.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

Measuring measuring(const Settings& settings) {
  return {
      settings.runs,    settings.max_runs,       settings.layouts.value_or(1),
      settings.budget,  settings.observations,   settings.warmup,
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

/// Blocks that are not counted, of groups that are made anew afterwards, when
/// it is known how long their runs take.
class Piloting {
 public:
  Piloting(std::vector<Group> groups, const ProgramCatalogue& programs,
           std::uint64_t seed, Launcher& launcher)
      : groups_(std::move(groups)),
        results_(without_program(groups_, programs)),
        program_of_(program_of(programs)),
        seed_(seed),
        surroundings_{launcher, {}} {}

  void make_short_runs() {
    for (Group& one : groups_) one.plan = pilot_plan(one);
    StoppingRule all;
    measure(all);
  }

  /// Until no runs get faster any more, or its warm-up is as long as it gets.
  void rehearse() {
    for (Group& one : groups_) plan_rehearsal(one);
    while (has_blocks()) {
      results_ = failures_of(results_, groups_);
      RehearsalRule rule;
      measure(rule);
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (lengthen(groups_[i], results_[i], warmups_, costs_)) {
          plan_rehearsal(groups_[i]);
        } else {
          groups_[i].plan.blocks = 0;
        }
      }
    }
  }

  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] const RunCosts& costs() const { return costs_; }
  [[nodiscard]] const Warmups& warmups() const { return warmups_; }
  /// For each group, failures of all blocks among them.
  [[nodiscard]] const std::vector<GroupResult>& results() const {
    return results_;
  }

 private:
  /// Not where nothing was to be planned.
  void plan_rehearsal(Group& one) const {
    if (pilot_plan(one).blocks == 0) return;
    one.plan = rehearsal_plan(one, costs_, warmups_);
  }

  [[nodiscard]] bool has_blocks() const {
    return std::any_of(groups_.begin(), groups_.end(),
                       [](const Group& one) { return one.plan.blocks > 0; });
  }

  void measure(StoppingRule& rule) {
    runner::measure(groups_, seed_--, program_of_, surroundings_, rule,
                    results_);
    add_run_costs(results_, costs_);
  }

  std::vector<Group> groups_;
  std::vector<GroupResult> results_;
  ProgramOf program_of_;
  std::uint64_t seed_;
  Surroundings surroundings_;
  RunCosts costs_;
  Warmups warmups_;
};

}  // namespace

Pilot piloted(const Suite& suite, const ProgramCatalogue& programs,
              std::uint64_t seed, const Surroundings& surroundings) {
  require_metrics(suite, programs);
  require_equal_builds(suite, programs);
  const std::vector<Wanted> all = wanted(suite);
  Piloting piloting(group(all).groups, programs, ~seed, surroundings.launcher);
  piloting.make_short_runs();
  piloting.rehearse();
  const RunCosts& costs = piloting.costs();
  Pilot pilot{group(all, run_seconds(piloting.groups(), costs)), costs, {}};
  for (Group& one : pilot.grouping.groups) {
    one.plan = plan(one, costs, piloting.warmups());
  }
  pilot.results = failures_of(piloting.results(), pilot.grouping.groups);
  return pilot;
}

ProgramOf program_of(const ProgramCatalogue& programs) {
  return [&programs](const Performance& performance) {
    const ProgramCatalogue::Program& program = programs.program_of(performance);
    return WorkerProgram{program.path, program.version};
  };
}

}  // namespace spl::runner
