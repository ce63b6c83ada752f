#include "runner/layouts/layout_levels.hpp"

#include <algorithm>
#include <cmath>

#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/sequential/detectable_change.hpp"

namespace spl::runner {
namespace {

using statistics::Sample;

Sample by_layouts(const Sample& sample, std::size_t layouts,
                  statistics::RunStatistic statistic) {
  const std::vector<double> values = run_statistics(sample, statistic);
  std::vector<std::vector<double>> runs(std::min(layouts, values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    runs[i % layouts].push_back(values[i]);
  }
  return Sample(std::move(runs));
}

/// Values of blocks in the order of their layouts, as many of each.
std::optional<statistics::Hierarchy> layout_levels(
    const std::vector<double>& blocks, std::size_t layouts) {
  const std::size_t each = blocks.size() / layouts;
  if (each == 0) return std::nullopt;
  std::vector<double> values;
  for (std::size_t layout = 0; layout < layouts; ++layout) {
    for (std::size_t i = 0; i < each; ++i) {
      values.push_back(blocks[i * layouts + layout]);
    }
  }
  return statistics::Hierarchy({each, layouts}, std::move(values));
}

}  // namespace

std::size_t layouts_to_find(double change, double deviation, double level) {
  constexpr std::size_t kMost = 1'000'000;
  const auto is_found = [&](std::size_t layouts) {
    return statistics::detectable_change(deviation, layouts, level) <= change;
  };
  std::size_t most = 2;
  while (!is_found(most) && most < kMost) most *= 2;
  std::size_t least = std::max<std::size_t>(2, most / 2);
  while (least < most) {
    const std::size_t middle = (least + most) / 2;
    if (is_found(middle)) {
      most = middle;
    } else {
      least = middle + 1;
    }
  }
  return std::min(most, kMost);
}

logic::Experiment by_layouts(const logic::Experiment& experiment,
                             std::size_t layouts,
                             statistics::RunStatistic statistic) {
  logic::Experiment result;
  for (const auto& [performance, observed] : experiment) {
    if (const auto* sample = std::get_if<Sample>(&observed)) {
      result.emplace(performance, by_layouts(*sample, layouts, statistic));
    } else {
      result.emplace(performance, observed);
    }
  }
  return result;
}

std::optional<statistics::Hierarchy> layout_levels(const statistics::Runs& runs,
                                                   std::size_t layouts) {
  const std::size_t each = runs.size() / layouts;
  if (each == 0) return std::nullopt;
  std::vector<double> values;
  for (std::size_t layout = 0; layout < layouts; ++layout) {
    for (std::size_t i = 0; i < each; ++i) {
      const statistics::Run& run = runs[i * layouts + layout];
      if (run.size() != runs.front().size()) return std::nullopt;
      values.insert(values.end(), run.begin(), run.end());
    }
  }
  return statistics::Hierarchy({runs.front().size(), each, layouts},
                               std::move(values));
}

std::optional<LayoutEffect> layout_effect(const logic::Relation& relation,
                                          const logic::Experiment& experiment,
                                          std::size_t layouts,
                                          statistics::RunStatistic statistic) {
  std::vector<double> contrasts;
  double base = std::max(0.0, -relation.theta.constant());
  for (const auto& term : relation.theta.terms()) {
    const auto found = experiment.find(term.performance);
    if (found == experiment.end()) return std::nullopt;
    const auto* sample = std::get_if<Sample>(&found->second);
    if (sample == nullptr) return std::nullopt;
    const std::vector<double> values = run_statistics(*sample, statistic);
    contrasts.resize(values.size(), relation.theta.constant());
    for (std::size_t i = 0; i < values.size(); ++i) {
      contrasts[i] += term.coefficient * values[i];
      if (term.coefficient < 0) {
        base -=
            term.coefficient * values[i] / static_cast<double>(values.size());
      }
    }
  }
  const auto levels = layout_levels(contrasts, layouts);
  if (!levels) return std::nullopt;
  const auto variance = statistics::variance_components(*levels).components[1];
  if (!variance) return std::nullopt;
  LayoutEffect result{layouts, std::sqrt(std::max(0.0, *variance)), {}, {}};
  if (base > 0) result.fraction = result.deviation / base;
  return result;
}

}  // namespace spl::runner
