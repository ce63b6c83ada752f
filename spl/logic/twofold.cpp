#include "spl/logic/twofold.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace spl::logic {
namespace {

/// The extreme values of a side in its runs; nothing if it may be negative.
struct Extremes {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
};

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
  const auto [least, most] = std::minmax_element(sums.begin(), sums.end());
  return {*least, *most};
}

}  // namespace

Finding twofold(const Relation& relation, const Experiment& experiment,
                statistics::RunStatistic statistic) {
  const Extremes left = range_of(relation.left, experiment, statistic);
  const Extremes right = range_of(relation.right, experiment, statistic);
  if (left.least > 0 && left.least >= 2 * right.most) return Finding::kGreater;
  if (right.least > 0 && right.least >= 2 * left.most) return Finding::kLess;
  return Finding::kIndistinct;
}

statistics::RatioInterval twofold_ratios(const Relation& relation,
                                         const Experiment& experiment,
                                         statistics::RunStatistic statistic) {
  const Extremes left = range_of(relation.left, experiment, statistic);
  const Extremes right = range_of(relation.right, experiment, statistic);
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
