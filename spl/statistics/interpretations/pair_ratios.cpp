#include "spl/statistics/interpretations/pair_ratios.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "spl/statistics/interpretations/studentized_range.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

/// A mean of logarithms or a difference of two, with the variance of that.
struct LogMean {
  double mean = 0;
  double variance = 0;
  double df = 1;
};

LogMean mean_of(const std::vector<double>& values) {
  const Moments found = moments(values);
  const auto count = static_cast<double>(found.count);
  return {found.mean(), found.variance() / count, count - 1};
}

LogMean of_blocks(const std::vector<double>& one,
                  const std::vector<double>& other) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < one.size(); ++i) {
    differences.push_back(one[i] - other[i]);
  }
  return mean_of(differences);
}

LogMean of_runs(const std::vector<double>& one,
                const std::vector<double>& other) {
  const LogMean left = mean_of(one);
  const LogMean right = mean_of(other);
  const double variance = left.variance + right.variance;
  const auto share = [](const LogMean& side) {
    return side.variance * side.variance / side.df;
  };
  const double shares = share(left) + share(right);
  return {left.mean - right.mean, variance,
          shares > 0 ? variance * variance / shares : left.df + right.df};
}

Groups logarithms_of(const Groups& groups) {
  Groups result = groups;
  for (auto& group : result) {
    for (double& one : group) one = std::log(one);
  }
  return result;
}

void check(const Groups& groups, double level, Design design) {
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument("a confidence must be between 0 and 1");
  }
  if (groups.size() < 2) {
    throw std::invalid_argument("a comparison needs two or more groups");
  }
  for (const auto& group : groups) {
    if (group.size() < 2) {
      throw std::invalid_argument(
          "a comparison needs two or more runs of each");
    }
    if (design == Design::kBlocks && group.size() != groups.front().size()) {
      throw std::invalid_argument("blocks have one value of each group");
    }
  }
}

bool is_positive(const Groups& groups) {
  return std::ranges::all_of(groups, [](const auto& group) {
    return std::ranges::all_of(group, [](double one) { return one > 0; });
  });
}

}  // namespace

std::vector<PairRatio> pair_ratios(const Groups& groups, double level,
                                   Design design) {
  check(groups, level, design);
  std::vector<PairRatio> result;
  if (!is_positive(groups)) return result;
  const Groups logs = logarithms_of(groups);
  // A quantile takes some forty tails, and all pairs of blocks have the same.
  std::map<double, double> quantiles;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    for (std::size_t j = i + 1; j < logs.size(); ++j) {
      const LogMean found = design == Design::kBlocks
                                ? of_blocks(logs[i], logs[j])
                                : of_runs(logs[i], logs[j]);
      const double error = std::sqrt(found.variance / 2);
      PairRatio pair{i, j, std::exp(found.mean)};
      if (error > 0) {
        double& quantile = quantiles[found.df];
        if (quantile == 0) {
          quantile =
              studentized_range_quantile(1 - level, logs.size(), found.df);
        }
        const double half = error * quantile;
        pair.p = studentized_range_tail(std::abs(found.mean) / error,
                                        logs.size(), found.df);
        pair.lower = std::exp(found.mean - half);
        pair.upper = std::exp(found.mean + half);
      } else {
        pair.p = found.mean == 0 ? 1 : 0;
        pair.lower = pair.upper = pair.ratio;
      }
      result.push_back(pair);
    }
  }
  return result;
}

}  // namespace spl::statistics
