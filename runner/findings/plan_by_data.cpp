#include "runner/findings/plan_by_data.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "runner/findings/plan_experiment.hpp"

namespace spl::runner {
namespace {

using logic::Performance;

constexpr std::size_t kLevelsWithBuilds = 3;

/// Returns the runs of a performance as if they had been measured.
Measured measured_of(const GivenPerformance& given) {
  Measured result;
  if (const auto* failure = std::get_if<logic::Failure>(&given.observed)) {
    result.failure = failure->reason;
  } else {
    result.observations = std::get<statistics::Sample>(given.observed).runs();
  }
  return result;
}

/// The runs of a relation's performances.
struct GivenBlocks {
  GroupResult result;
  bool are_blocks = true;  ///< All have equally many runs; else there are none.
};

GivenBlocks blocks_of(const logic::Relation& relation,
                      const GivenObservations& given) {
  GivenBlocks blocks;
  std::optional<std::size_t> fewest;
  for (const Performance& one : performances_of(relation)) {
    Measured measured = measured_of(given.performances.at(one));
    const std::size_t runs = measured.observations.size();
    if (measured.failure.empty()) {
      if (fewest && *fewest != runs) blocks.are_blocks = false;
      fewest = std::min(fewest.value_or(runs), runs);
    }
    blocks.result.performances.emplace(one, std::move(measured));
  }
  blocks.result.blocks = blocks.are_blocks ? fewest.value_or(0) : 0;
  return blocks;
}

Group group_of(const GroupResult& result) {
  Group group;
  group.plan.blocks = result.blocks;
  group.plan.is_counted = true;
  for (const auto& [one, measured] : result.performances) {
    group.performances.push_back(one);
    const auto& runs = measured.observations;
    group.plan.observations[one] = runs.empty() ? 0 : runs.front().size();
  }
  return group;
}

/// Takes the given runs for a pilot's, each relation in a group of its own, as
/// if so many blocks were asked for. What they cost is not known.
Pilot given_pilot(Suite& suite, const GivenObservations& given) {
  Pilot pilot;
  for (SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      if (relation.theta.terms().empty()) {
        pilot.grouping.group_of.push_back(kNoGroup);
        continue;
      }
      GivenBlocks blocks = blocks_of(relation, given);
      formula.settings.runs = blocks.result.blocks;
      formula.settings.deciding.shares.reset();
      Group group = group_of(blocks.result);
      group.relations.push_back(&relation);
      for (const Performance& one : group.performances) {
        pilot.costs.insert({one, RunCost{}});
      }
      pilot.grouping.group_of.push_back(pilot.grouping.groups.size());
      pilot.grouping.groups.push_back(std::move(group));
      pilot.results.push_back(std::move(blocks.result));
      pilot.shortages.push_back(
          {blocks.are_blocks
               ? ""
               : "the sides differ in the number of runs, which are no blocks "
                 "then; a plan of blocks takes equally many of each"});
    }
  }
  return pilot;
}

std::set<Performance> planned_performances(const Suite& suite,
                                           const GivenObservations& given) {
  std::set<Performance> result;
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      result.merge(performances_of(relation));
    }
  }
  if (!suite.formulas.empty()) return result;
  for (const auto& [one, observed] : given.performances) result.insert(one);
  return result;
}

/// Returns how many of these performances have as many levels.
std::size_t sharing_of(std::size_t levels, const std::set<Performance>& all,
                       const GivenObservations& given) {
  if (levels < kLevelsWithBuilds) return 1;
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const Performance& one) {
        const auto& found = given.performances.at(one).levels;
        return found && found->level_count() == levels;
      }));
}

/// Returns why there can be no plan: a sentence, or empty.
std::string failure_of(const GivenPerformance& given) {
  if (const auto* failure = std::get_if<logic::Failure>(&given.observed)) {
    return failure->reason;
  }
  if (given.levels) return {};
  return "the items of a level differ in size, and a plan repeats each level "
         "equally often; cut them to one size";
}

std::vector<double> shared(std::span<const double> costs, std::size_t sharing) {
  std::vector<double> result(costs.begin(), costs.end());
  for (std::size_t i = kLevelsWithBuilds - 2; i < result.size(); ++i) {
    result[i] /= static_cast<double>(sharing);
  }
  return result;
}

}  // namespace

PlannedLevels plan_levels(const statistics::Hierarchy& levels,
                          std::span<const double> costs, std::size_t sharing,
                          const statistics::WantedPrecision& wanted) {
  PlannedLevels result;
  for (std::size_t level = 1; level <= levels.level_count(); ++level) {
    result.counts.push_back(levels.count(level));
  }
  result.costs.assign(costs.begin(), costs.end());
  result.components = statistics::variance_components(levels);
  result.wanted = wanted;
  result.sharing = sharing;
  const std::vector<double> unknown(levels.level_count() - 1, 0);
  if (costs.empty()) costs = unknown;
  result.plan = statistics::level_plan(levels, costs, wanted);
  if (sharing > 1) {
    result.shared_counts =
        statistics::level_plan(levels, shared(costs, sharing), wanted)
            .observed_counts;
  }
  return result;
}

statistics::WantedPrecision wanted_precision(const Settings& settings) {
  return {settings.precision > 0
              ? settings.precision
              : resolution_of(settings.deciding, settings) / 2,
          1 - 2 * settings.deciding.alpha};
}

Planning plan_by_data(Suite suite, const GivenObservations& given,
                      const Settings& settings) {
  const Pilot pilot = given_pilot(suite, given);
  Planning result;
  result.relations = planned(suite, pilot).relations;
  const std::set<Performance> all = planned_performances(suite, given);
  for (const Performance& one : all) {
    const GivenPerformance& found = given.performances.at(one);
    PlannedLevels levels;
    levels.failure = failure_of(found);
    if (levels.failure.empty()) {
      const std::size_t count = found.levels->level_count();
      levels =
          plan_levels(*found.levels, found.costs, sharing_of(count, all, given),
                      wanted_precision(settings));
    }
    levels.performance = one;
    result.levels.push_back(std::move(levels));
  }
  return result;
}

}  // namespace spl::runner
