#include "spl/statistics/effects/variance_components.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

// The means of consecutive groups, and the average variance inside the groups,
// which is S_i^2 if the groups are the items of level i+1.
struct Level {
  std::vector<double> means;
  std::optional<double> observed;
};

Level level_above(std::span<const double> items, std::size_t size) {
  Level level;
  level.means.reserve(items.size() / size);
  double squares = 0;
  for (std::size_t i = 0; i < items.size(); i += size) {
    const Moments group = moments(items.subspan(i, size));
    level.means.push_back(group.mean());
    squares += group.squares;
  }
  if (size >= 2) {
    level.observed = squares / static_cast<double>(level.means.size()) /
                     static_cast<double>(size - 1);
  }
  return level;
}

// The sum over levels of S_i^2/(r_i ... r_top).
std::optional<double> summed_variance(const Hierarchy& data,
                                      const VarianceComponents& estimates) {
  double sum = 0;
  double divisor = 1;
  for (std::size_t level = data.level_count(); level >= 1; --level) {
    const auto& observed = estimates.observed[level - 1];
    if (!observed) return std::nullopt;
    divisor *= static_cast<double>(data.count(level));
    sum += *observed / divisor;
  }
  return sum;
}

}  // namespace

VarianceComponents variance_components(const Hierarchy& data) {
  VarianceComponents result;
  // Moments lose no digits to an offset, but means of levels would.
  const double offset = data.values().front();
  std::vector<double> items;
  items.reserve(data.values().size());
  for (const double value : data.values()) items.push_back(value - offset);
  std::optional<double> below;
  for (std::size_t i = 1; i <= data.level_count(); ++i) {
    Level level = level_above(items, data.count(i));
    result.observed.push_back(level.observed);
    std::optional<double> component = level.observed;
    if (i > 1 && component) {
      component.reset();
      if (below) {
        component =
            *level.observed - *below / static_cast<double>(data.count(i - 1));
      }
    }
    result.components.push_back(component);
    below = level.observed;
    items = std::move(level.means);
  }
  result.mean = offset + items.front();
  return result;
}

Reduced without_idle_levels(const Hierarchy& data) {
  Reduced result{data, std::vector<std::size_t>(data.level_count())};
  std::iota(result.kept.begin(), result.kept.end(), std::size_t{1});
  std::size_t level = 2;
  while (level <= result.data.level_count()) {
    const auto component =
        variance_components(result.data).components[level - 1];
    if (!component || *component > 0) {
      ++level;
      continue;
    }
    result.data = result.data.merged(level);
    result.kept.erase(result.kept.begin() + static_cast<std::ptrdiff_t>(level) -
                      1);
    // The level below has more items now, so its component may have become
    // idle.
    level = std::max<std::size_t>(2, level - 1);
  }
  return result;
}

std::vector<double> optimum_counts(std::span<const double> variances,
                                   std::span<const double> costs) {
  assert(variances.size() == costs.size() + 1);
  std::vector<double> counts;
  double cost_below = 1;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    assert(variances[i] > 0 && variances[i + 1] > 0);
    counts.push_back(
        std::sqrt(costs[i] / cost_below * variances[i] / variances[i + 1]));
    cost_below = costs[i];
  }
  return counts;
}

double experiment_cost(std::span<const double> counts,
                       std::span<const double> costs) {
  assert(counts.size() == costs.size() + 1);
  double cost = counts.front();
  for (std::size_t i = 0; i < costs.size(); ++i) {
    cost = (cost + costs[i]) * counts[i + 1];
  }
  return cost;
}

std::optional<MeanInterval> mean_interval(const Hierarchy& data, double level,
                                          MeanIntervalForm form) {
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument(
        "a confidence must be between 0 and 1, but is " +
        std::to_string(level));
  }
  const VarianceComponents estimates = variance_components(data);
  const auto top = static_cast<double>(data.count(data.level_count()));
  std::optional<double> variance;
  double df = std::numeric_limits<double>::infinity();
  if (form == MeanIntervalForm::kTopLevel) {
    if (!estimates.observed.back()) return std::nullopt;
    variance = *estimates.observed.back() / top;
    df = top - 1;
  } else {
    variance = summed_variance(data, estimates);
    if (!variance) return std::nullopt;
  }
  if (form == MeanIntervalForm::kSummedStudent) {
    const auto all = static_cast<double>(data.values().size());
    df = all - all / static_cast<double>(data.count(1));
  }
  return MeanInterval{estimates.mean, student_quantile((1 - level) / 2, df) *
                                          std::sqrt(*variance)};
}

}  // namespace spl::statistics
