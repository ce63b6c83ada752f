#include "runner/observations.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "runner/family.hpp"
#include "runner/metrics.hpp"
#include "runner/plan.hpp"

namespace spl::runner {
namespace {

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

/// The same levels of what a relation is decided on: perhaps not all runs.
logic::Levels levels_of(const logic::Experiment& experiment) {
  logic::Levels result;
  for (const auto& [performance, observed] : experiment) {
    const auto* sample = std::get_if<statistics::Sample>(&observed);
    if (sample == nullptr) continue;
    if (auto found = levels(sample->runs())) {
      result.emplace(performance, std::move(*found));
    }
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

/// The same for all formulas.
std::size_t fixed_layouts(const Suite& suite) {
  return suite.formulas.empty()
             ? 1
             : suite.formulas.front().settings.layouts.value_or(1);
}

/// Says what a short budget leaves.
void warn_of_budgets(const Suite& suite, const Grouping& grouping,
                     const RunCosts& costs, Observations& observations) {
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    bool is_told = false;
    for (std::size_t i = 0; i < formula.relations.size(); ++i) {
      const std::size_t of = grouping.group_of[number++];
      if (of == kNoGroup || is_told) continue;
      const Group& group = grouping.groups[of];
      const std::size_t blocks = group.plan.blocks;
      const bool is_short = !group.measuring.runs &&
                            group.measuring.max_runs == 0 &&
                            blocks < kFewestLooked;
      if (!is_short) continue;
      is_told = true;
      observations.warnings.push_back(
          formula.file + ":" + std::to_string(formula.line) + ": " +
          formula.label + ": " +
          short_budget(group, block_seconds(group.plan, costs)));
    }
  }
}

class Measurer {
 public:
  Measurer(const Suite& suite, const ProgramCatalogue& programs,
           std::uint64_t seed, const Surroundings& surroundings)
      : suite_(suite),
        programs_(programs),
        seed_(seed),
        surroundings_(surroundings) {}

  Observations measure() {
    require_metrics(suite_, programs_);
    const std::vector<Wanted> all = wanted(suite_);
    Grouping grouping = group(all);
    std::vector<GroupResult> pilot = piloted(grouping);
    const RunCosts costs = run_costs(pilot);
    grouping = group(all, run_seconds(grouping.groups, costs));
    for (Group& one : grouping.groups) {
      one.plan = plan(one, costs);
      if (!one.measuring.runs) spread_over_layouts(one.plan);
    }
    std::vector<GroupResult> results = with_failures_of(pilot, grouping.groups);
    Looks looks(suite_, grouping, shared_alphas(suite_));
    runner::measure(grouping.groups, seed_, program_of(), surroundings_, looks,
                    results);
    Observations observations = collected(grouping, results, looks.stopped());
    warn_of_budgets(suite_, grouping, costs, observations);
    return observations;
  }

 private:
  [[nodiscard]] std::size_t layouts() const { return fixed_layouts(suite_); }

  /// As many blocks for each.
  void spread_over_layouts(Plan& plan) const {
    if (layouts() > 1 && plan.blocks > layouts()) {
      plan.blocks -= plan.blocks % layouts();
    }
  }

  ProgramOf program_of() const {
    return [this](const logic::Performance& performance) {
      return programs_.program_of(performance).path;
    };
  }

  std::vector<GroupResult> piloted(Grouping& grouping) {
    for (Group& one : grouping.groups) one.plan = pilot_plan(one);
    std::vector<GroupResult> results = without_program(grouping.groups);
    PilotRule rule;
    Surroundings quiet{surroundings_.launcher, surroundings_.clock, {}, {}};
    runner::measure(grouping.groups, ~seed_, program_of(), quiet, rule,
                    results);
    return results;
  }

  /// What no program has is not tried.
  std::vector<GroupResult> without_program(
      const std::vector<Group>& groups) const {
    std::vector<GroupResult> results(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (const logic::Performance& one : groups[i].performances) {
        const std::string failure = programs_.failure_of(one);
        if (failure.empty()) continue;
        results[i].performances[one].failure = to_text(one) + ' ' + failure;
      }
    }
    return results;
  }

  /// What failed once is not tried again.
  static std::vector<GroupResult> with_failures_of(
      const std::vector<GroupResult>& pilot, const std::vector<Group>& groups) {
    std::vector<GroupResult> results(groups.size());
    for (const GroupResult& one : pilot) {
      for (const auto& [performance, measured] : one.performances) {
        if (measured.failure.empty()) continue;
        for (std::size_t i = 0; i < groups.size(); ++i) {
          const auto& known = groups[i].performances;
          if (!std::binary_search(known.begin(), known.end(), performance)) {
            continue;
          }
          results[i].performances[performance].failure = measured.failure;
        }
      }
    }
    return results;
  }

  Observations collected(const Grouping& grouping,
                         const std::vector<GroupResult>& results,
                         const std::vector<Stopped>& stopped) const {
    Observations observations;
    for (const SuiteFormula& formula : suite_.formulas) {
      std::set<std::size_t> groups;
      for (const logic::Relation& relation : formula.relations) {
        const std::size_t number = observations.bases.size();
        const std::size_t of = grouping.group_of[number];
        observations.bases.push_back(
            of == kNoGroup ? Basis{nullptr, stopped[number], 0}
                           : basis(relation, results[of], stopped[number],
                                   formula.settings));
        if (of != kNoGroup) groups.insert(of);
      }
      double seconds = 0;
      for (const std::size_t one : groups) seconds += results[one].seconds;
      observations.seconds.push_back(seconds);
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      for (const auto& [performance, measured] : results[i].performances) {
        observations.performances.push_back(
            {performance,
             measured,
             programs_.program_of(performance).build,
             layouts() > 1 ? layout_levels(measured.observations, layouts())
                           : levels(measured.observations),
             {}});
        observations.performances.back().metric =
            grouping.groups[i].measuring.metrics.front();
      }
    }
    return observations;
  }

  static Basis basis(const logic::Relation& relation, const GroupResult& result,
                     const Stopped& stopped, const Settings& settings) {
    auto evidence = std::make_shared<Evidence>();
    evidence->experiment = experiment(relation, result, stopped.blocks);
    const double blocks = static_cast<double>(result.blocks);
    Basis basis{nullptr, stopped, blocks > 0 ? result.seconds / blocks : 0};
    const std::size_t layouts = settings.layouts.value_or(1);
    if (layouts > 1) {
      const auto statistic = settings.deciding.statistic;
      basis.layouts = layouts;
      basis.layout =
          layout_effect(relation, evidence->experiment, layouts, statistic);
      evidence->experiment =
          by_layouts(evidence->experiment, layouts, statistic);
    }
    evidence->levels = levels_of(evidence->experiment);
    basis.evidence = std::move(evidence);
    return basis;
  }

  const Suite& suite_;
  const ProgramCatalogue& programs_;
  std::uint64_t seed_;
  const Surroundings& surroundings_;
};

}  // namespace

Observations measured_observations(const Suite& suite,
                                   const ProgramCatalogue& programs,
                                   std::uint64_t seed,
                                   const Surroundings& surroundings) {
  return Measurer(suite, programs, seed, surroundings).measure();
}

Observations chosen_observations(const Suite& suite,
                                 const GivenObservations& given) {
  Observations result;
  result.history = given.history;
  auto evidence = std::make_shared<Evidence>();
  for (const SuiteFormula& formula : suite.formulas) {
    result.seconds.push_back(0);
    for (const logic::Relation& relation : formula.relations) {
      const double alpha = formula.settings.deciding.alpha;
      const bool is_constant = relation.theta.terms().empty();
      const Stop why = is_constant ? Stop::kConstant : Stop::kData;
      result.bases.push_back(
          {is_constant ? nullptr : evidence, Stopped{why, 0, alpha}, 0});
      if (is_constant) continue;
      for (const logic::Performance& one : performances_of(relation)) {
        evidence->experiment.emplace(one, given.performances.at(one).observed);
      }
    }
  }
  for (const auto& [performance, observed] : evidence->experiment) {
    result.performances.push_back(
        report_of(performance, given.performances.at(performance)));
  }
  evidence->levels = levels_of(result.performances);
  return result;
}

}  // namespace spl::runner
