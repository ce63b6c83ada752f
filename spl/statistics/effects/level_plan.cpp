#include "spl/statistics/effects/level_plan.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/variance_components.hpp"

namespace spl::statistics {
namespace {

constexpr double kMostItems = 1e9;

void require(const Hierarchy& data, std::span<const double> costs,
             const WantedPrecision& wanted) {
  if (costs.size() + 1 != data.level_count()) {
    throw std::invalid_argument(
        std::to_string(data.level_count()) + " levels have " +
        std::to_string(data.level_count() - 1) + " costs, but there are " +
        std::to_string(costs.size()));
  }
  for (const double cost : costs) {
    if (!std::isfinite(cost) || cost < 0) {
      throw std::invalid_argument("a cost is not finite and at least 0");
    }
  }
  if (!(wanted.half_width > 0)) {
    throw std::invalid_argument("a precision must be above 0");
  }
}

/// Gives what merged levels cost to the level above. Nobody pays for the
/// highest: it has one item.
std::vector<double> merged_costs(std::span<const double> costs,
                                 const std::vector<std::size_t>& kept) {
  std::vector<double> result;
  double open = 0;
  for (std::size_t level = 2; level <= costs.size() + 1; ++level) {
    open += costs[level - 2];
    if (std::ranges::find(kept, level) == kept.end()) continue;
    result.push_back(open);
    open = 0;
  }
  return result;
}

/// Returns the optimum; absent where a variance or a cost is not above 0.
std::optional<std::vector<double>> optimum(
    const std::vector<std::optional<double>>& variances,
    std::span<const double> costs) {
  std::vector<double> known;
  for (const std::optional<double>& one : variances) {
    if (!one || *one <= 0) return std::nullopt;
    known.push_back(*one);
  }
  const bool are_paid =
      std::ranges::all_of(costs, [](double cost) { return cost > 0; });
  if (!are_paid) return std::nullopt;
  return optimum_counts(known, costs);
}

/// The variance of the mean inside one item of the highest level (eq 10).
double item_variance(std::span<const double> variances,
                     std::span<const double> counts) {
  double variance = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    variance = (variance + variances[i]) / counts[i];
  }
  return variance + variances.back();
}

/// Returns the fewest items whose mean is known within the half width.
double items_for(double variance, double half_width, double confidence) {
  const auto width = [&](double items) {
    return student_quantile((1 - confidence) / 2, items - 1) *
           std::sqrt(variance / items);
  };
  double most = 2;
  while (width(most) > half_width && most < kMostItems) most *= 2;
  double least = std::max(1.0, most / 2);
  while (most - least > 1) {
    const double middle = std::floor((least + most) / 2);
    (width(middle) > half_width ? least : most) = middle;
  }
  return most;
}

void plan_top(double mean, const WantedPrecision& wanted,
              std::optional<double> observed, LevelPlan& plan) {
  const double half_width = wanted.half_width * std::abs(mean);
  if (half_width == 0) return;
  if (observed) {
    plan.top_count_as_is = items_for(*observed, half_width, wanted.confidence);
  }
  if (!plan.counts) return;
  std::vector<double> counts = *plan.counts;
  plan.top_count = items_for(item_variance(plan.variances, counts), half_width,
                             wanted.confidence);
  counts.push_back(*plan.top_count);
  plan.cost = experiment_cost(counts, plan.costs);
}

}  // namespace

LevelPlan level_plan(const Hierarchy& data, std::span<const double> costs,
                     const WantedPrecision& wanted) {
  require(data, costs, wanted);
  const auto interval =
      mean_interval(data, wanted.confidence, MeanIntervalForm::kTopLevel);
  const Reduced reduced = without_idle_levels(data);
  const VarianceComponents components = variance_components(reduced.data);
  LevelPlan plan;
  plan.kept = reduced.kept;
  for (const auto& one : components.components) {
    plan.variances.push_back(one.value_or(0));
  }
  plan.costs = merged_costs(costs, plan.kept);
  plan.counts = optimum(components.components, plan.costs);
  if (plan.counts) {
    for (double& count : *plan.counts) count = std::ceil(count);
  }
  const VarianceComponents all = variance_components(data);
  plan_top(components.mean, wanted, all.observed.back(), plan);
  if (interval && interval->mean != 0) {
    plan.half_width = interval->half_width / std::abs(interval->mean);
  }
  plan.observed_counts = optimum(all.observed, costs);
  return plan;
}

}  // namespace spl::statistics
