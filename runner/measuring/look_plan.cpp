#include "runner/measuring/family.hpp"

#include <algorithm>

#include "spl/logic/parts.hpp"
#include "spl/statistics/sequential/sequential_levels.hpp"

namespace spl::runner {
namespace {

/// Returns the levels of the parts with that of the first one that decides. If
/// none does, intervals are at alpha and decide nothing.
LookLevel level_of(const statistics::OfParts& parts, double alpha) {
  if (parts.typical_calls > 0) return {parts.typical_calls, parts};
  if (parts.all_calls > 0) return {parts.all_calls, parts};
  return {alpha, parts};
}

/// Returns the levels of looks after those counts of the blocks planned.
std::vector<LookLevel> levels_at(const std::vector<std::size_t>& counts,
                                 std::size_t planned, double alpha) {
  std::vector<double> fractions;
  for (const std::size_t count : counts) {
    fractions.push_back(static_cast<double>(count) /
                        static_cast<double>(planned));
  }
  std::vector<LookLevel> levels;
  for (const double level : statistics::sequential_levels(alpha, fractions)) {
    levels.push_back({level});
  }
  return levels;
}

}  // namespace

bool is_sequential(const Settings& settings) {
  const auto deciding = settings.deciding.interpretation;
  // Fixed layouts are a sample of a fixed size.
  const bool is_fixed = settings.runs || settings.layouts.value_or(1) > 1;
  return !is_fixed && (deciding == logic::Interpretation::kBlocks ||
                       deciding == logic::Interpretation::kRunMeans);
}

LookRule look_rule(const logic::Relation& relation, const Settings& settings,
                   double alpha, std::size_t layouts) {
  const auto deciding = logic::settings_of(relation, settings.deciding);
  const bool has_parts = logic::are_parts_asked(relation, deciding);
  return {layouts == 1 && is_sequential(settings),
          has_parts ? deciding.shares : std::nullopt, alpha};
}

LookLevel single_look_level(std::size_t units, const LookRule& rule) {
  if (!rule.shares) return {rule.alpha};
  return level_of(
      statistics::single_look(units, rule.alpha, *rule.shares).levels[0],
      rule.alpha);
}

LookPlan look_plan(std::size_t blocks, const LookRule& rule) {
  if (blocks == 0) return {};
  if (!rule.is_sequential) {
    return {{blocks}, {single_look_level(blocks, rule)}};
  }
  if (rule.shares) {
    const statistics::PartLooks looks =
        statistics::part_looks(blocks, rule.alpha, *rule.shares);
    LookPlan plan{looks.units, {}};
    for (const statistics::OfParts& parts : looks.levels) {
      plan.levels.push_back(level_of(parts, rule.alpha));
    }
    return plan;
  }
  const std::vector<std::size_t> counts = statistics::look_counts(blocks);
  return {counts, levels_at(counts, blocks, rule.alpha)};
}

statistics::Needed needed_of(std::size_t planned, std::size_t made,
                             std::size_t calls, bool are_processes) {
  if (are_processes || made == 0) return statistics::needed_of(planned, 0);
  return statistics::needed_of(
      planned, static_cast<double>(calls) / static_cast<double>(made));
}

LookLevel level_of_early_end(const LookPlan& plan, std::size_t blocks,
                             const LookRule& rule) {
  if (!rule.is_sequential) return single_look_level(blocks, rule);
  if (rule.shares) {
    return level_of(statistics::levels_of_early_end(plan.blocks.back(), blocks,
                                                    rule.alpha, *rule.shares),
                    rule.alpha);
  }
  std::vector<std::size_t> counts = plan.blocks;
  counts.erase(std::ranges::lower_bound(counts, blocks), counts.end());
  counts.push_back(blocks);
  return levels_at(counts, plan.blocks.back(), rule.alpha).back();
}

}  // namespace spl::runner
