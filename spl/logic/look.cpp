#include "spl/logic/look.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "spl/logic/quantile_runs.hpp"
#include "spl/logic/quotients.hpp"
#include "spl/logic/sample_contrast.hpp"

namespace spl::logic {
namespace {

bool rules_out_change(Sign sign, const statistics::RatioInterval& ratio,
                      double resolution) {
  if (!ratio.lower || !ratio.upper) return false;
  return (!turns_verdict(sign, Finding::kGreater) ||
          *ratio.upper < 1 + resolution) &&
         (!turns_verdict(sign, Finding::kLess) ||
          *ratio.lower > 1 - resolution);
}

}  // namespace

Look look(const Relation& relation, const Experiment& experiment,
          const DecisionSettings& settings, double resolution) {
  if (settings.quantile) {
    if (!lack_of_observations(relation, experiment).empty()) return {};
    DecisionSettings of_runs = settings;
    of_runs.quantile.reset();
    return look(relation,
                quantiles_of_runs(relation, experiment, *settings.quantile),
                of_runs, resolution);
  }
  const statistics::TestResult test =
      relation.quotients > 0
          ? quotients_test(relation, experiment, settings)
          : interpret(settings.interpretation,
                      sample_contrast(relation.theta, experiment), settings);
  // Nothing differs and nothing varies, so further runs will not change that.
  if (test.status == statistics::Status::kDegenerate &&
      test.finding == Finding::kIndistinct) {
    return {Finding::kIndistinct, true,
            strength(relation.sign, Finding::kIndistinct)};
  }
  const statistics::RatioInterval ratio =
      ratio_of(relation, experiment, settings);
  const Finding of_ratio = finding_of(ratio);
  Look result{of_ratio == Finding::kUnknown ? test.finding : of_ratio,
              rules_out_change(relation.sign, ratio, resolution)};
  result.strength =
      strength_if_all(relation, result.finding, settings.interpretation,
                      result.rules_out_change);
  return result;
}

Strength strength_if_all(const Relation& relation, Finding finding,
                         Interpretation interpretation, bool rules_out_change) {
  const Strength found = strength(relation.sign, finding);
  return found == Strength::kNotProven && !is_about_means(interpretation) &&
                 !rules_out_change
             ? Strength::kUndecided
             : found;
}

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
  const auto [least, most] = std::ranges::minmax_element(runs);
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
