#include "runner/findings/level_planning.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

constexpr std::size_t kLevelsWithBuilds = 3;

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

std::size_t sharing_of(const logic::Performance& performance,
                       const LevelCounts& all) {
  const std::size_t levels = all.at(performance);
  if (levels < kLevelsWithBuilds) return 1;
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [&](const auto& other) {
        return other.first.revision == performance.revision &&
               other.second == levels;
      }));
}

}  // namespace spl::runner
