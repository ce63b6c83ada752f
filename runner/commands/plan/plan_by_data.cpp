#include "runner/commands/plan/planning.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace spl::runner {
namespace {

using logic::Performance;

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
               : "the sides have different numbers of runs, so the runs are "
                 "not blocks; a plan of blocks needs equally many of each"});
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

LevelCounts level_counts(const std::set<Performance>& all,
                         const GivenObservations& given) {
  LevelCounts result;
  for (const Performance& one : all) {
    const auto& levels = given.performances.at(one).levels;
    result[one] = levels ? levels->level_count() : 0;
  }
  return result;
}

/// Returns why there can be no plan: a sentence, or empty.
std::string failure_of(const GivenPerformance& given) {
  if (const auto* failure = std::get_if<logic::Failure>(&given.observed)) {
    return failure->reason;
  }
  if (std::get<statistics::Sample>(given.observed).run_count() == 1) {
    return "this is one run, which says nothing of other runs; give two "
           "reports or more, each with its own --data";
  }
  if (given.levels) return {};
  return "the items of a level differ in size, and a plan repeats each level "
         "equally often; cut them to one size";
}

}  // namespace

Planning plan_by_data(Suite suite, const GivenObservations& given,
                      const Settings& settings) {
  const Pilot pilot = given_pilot(suite, given);
  Planning result;
  result.relations = planned(suite, pilot, LayoutUnit::kBuilds).relations;
  const std::set<Performance> all = planned_performances(suite, given);
  const LevelCounts counts = level_counts(all, given);
  for (const Performance& one : all) {
    const GivenPerformance& found = given.performances.at(one);
    PlannedLevels levels;
    levels.failure = failure_of(found);
    if (levels.failure.empty()) {
      levels = plan_levels(*found.levels, found.costs, sharing_of(one, counts),
                           wanted_precision(settings));
      levels.lack_of_costs =
          "\"costs\" of the levels are missing in the data file";
    }
    levels.performance = one;
    result.levels.push_back(std::move(levels));
  }
  return result;
}

}  // namespace spl::runner
