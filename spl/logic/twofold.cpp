#include "spl/logic/twofold.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "spl/logic/quotients.hpp"

namespace spl::logic {
namespace {

/// The extreme values of a side in its runs; nothing if it may be negative.
struct Extremes {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
};

struct RangeOfSides {
  Extremes left;
  Extremes right;
};

Extremes range_of(const std::vector<double>& runs) {
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end());
  return {*least, *most};
}

Extremes range_of(const LinearForm& side, const Experiment& experiment,
                  statistics::RunStatistic statistic) {
  std::vector<double> sums;
  bool is_positive = side.constant() >= 0;
  for (const LinearForm::Term& term : side.terms()) {
    is_positive = is_positive && term.coefficient > 0;
    const auto runs = statistics::run_statistics(
        std::get<statistics::Sample>(experiment.at(term.performance)),
        statistic);
    sums.resize(runs.size(), side.constant());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      sums[i] += term.coefficient * runs[i];
    }
  }
  if (side.terms().empty()) sums.push_back(side.constant());
  if (!is_positive) return {0, std::numeric_limits<double>::infinity()};
  return range_of(sums);
}

RangeOfSides ranges_of(const Relation& relation, const Experiment& experiment,
                       statistics::RunStatistic statistic) {
  if (relation.quotients > 0) {
    const auto means = geometric_means(relation, experiment, statistic);
    return {range_of(means.left), range_of(means.right)};
  }
  return {range_of(relation.left, experiment, statistic),
          range_of(relation.right, experiment, statistic)};
}

}  // namespace

Finding twofold(const Relation& relation, const Experiment& experiment,
                statistics::RunStatistic statistic) {
  const auto [left, right] = ranges_of(relation, experiment, statistic);
  if (left.least > 0 && left.least >= 2 * right.most) return Finding::kGreater;
  if (right.least > 0 && right.least >= 2 * left.most) return Finding::kLess;
  return Finding::kIndistinct;
}

statistics::RatioInterval twofold_ratios(const Relation& relation,
                                         const Experiment& experiment,
                                         statistics::RunStatistic statistic) {
  const auto [left, right] = ranges_of(relation, experiment, statistic);
  statistics::RatioInterval result;
  if (left.least > 0 && right.least > 0) {
    result.lower = left.least / (2 * right.most);
    result.upper = 2 * left.most / right.least;
  } else {
    result.refusal = "a side may not be above 0";
  }
  return result;
}

std::size_t twofold_blocks(double alpha) {
  constexpr double kRounding = 1 + 1e-9;
  std::size_t blocks = 1;
  double chance = kTwofoldByChance;
  while (blocks < 2 || chance > alpha * kRounding) {
    ++blocks;
    chance *= kTwofoldByChance;
  }
  return blocks;
}

}  // namespace spl::logic
