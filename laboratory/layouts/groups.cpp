#include "laboratory/layouts/groups.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "spl/statistics/effects/variance_components.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/sample.hpp"
#include "spl/workload/random.hpp"

namespace spl::bench {
namespace {

using statistics::Sample;

double mean(const std::vector<double>& values) {
  return statistics::moments(values).mean();
}

/// Of each block the mean over the links.
Sample block_means(const LinkedRuns& runs,
                   const std::vector<std::size_t>& links) {
  std::vector<std::vector<double>> result(runs.front().size());
  for (std::size_t block = 0; block < result.size(); ++block) {
    double sum = 0;
    for (const std::size_t link : links) sum += runs[link][block];
    result[block] = {sum / static_cast<double>(links.size())};
  }
  return Sample(std::move(result));
}

Sample link_means(const LinkedRuns& runs,
                  const std::vector<std::size_t>& links) {
  std::vector<std::vector<double>> result;
  for (const std::size_t link : links) result.push_back({mean(runs[link])});
  return Sample(std::move(result));
}

}  // namespace

std::size_t called_different(const LinkedRuns& runs, Unit unit,
                             const GroupDraws& how) {
  if (unit == Unit::kLinks && how.links < 2) return 0;
  Random random(how.seed);
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::size_t count = 0;
  for (std::size_t draw = 0; draw < how.draws; ++draw) {
    for (std::size_t i = 0; i < 2 * how.links; ++i) {
      std::swap(order[i], order[random(i, order.size() - 1)]);
    }
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(how.links);
    const auto end = middle + static_cast<std::ptrdiff_t>(how.links);
    const auto of = unit == Unit::kBlocks ? block_means : link_means;
    const Sample left = of(runs, {order.begin(), middle});
    const Sample right = of(runs, {middle, end});
    const statistics::SampleContrast contrast{{{1, &left}, {-1, &right}}, 0};
    constexpr auto kMean = statistics::RunStatistic::kMean;
    const auto test = unit == Unit::kBlocks
                          ? statistics::blocks(contrast, how.alpha, kMean)
                          : statistics::run_means(contrast, how.alpha, kMean);
    const bool is_found = test.finding != statistics::Finding::kIndistinct &&
                          test.finding != statistics::Finding::kUnknown;
    const double base = mean(run_statistics(right, kMean));
    if (is_found && std::abs(test.difference) > how.change * base) ++count;
  }
  return count;
}

double relative_variation(const LinkedRuns& runs) {
  std::vector<double> values;
  for (const auto& link : runs) {
    values.insert(values.end(), link.begin(), link.end());
  }
  const auto components = statistics::variance_components(
      statistics::Hierarchy({runs.front().size(), runs.size()}, values));
  const double between = components.components[1].value_or(0);
  return std::sqrt(std::max(0.0, between)) / components.mean;
}

}  // namespace spl::bench
