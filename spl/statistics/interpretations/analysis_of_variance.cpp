#include "spl/statistics/interpretations/analysis_of_variance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/studentized_range.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

AnalysisOfVariance analysis(const Decomposition& parts) {
  AnalysisOfVariance result;
  for (const double excess : parts.excesses) {
    result.means.push_back(parts.offset + excess);
  }
  result.squares_between = parts.between;
  result.squares_within = parts.within;
  result.df_between = parts.df_between;
  result.df_within = parts.df_within;
  if (parts.within > 0) {
    result.f =
        (parts.between / parts.df_between) / (parts.within / parts.df_within);
    result.p = fisher_tail(*result.f, parts.df_between, parts.df_within);
  }
  return result;
}

}  // namespace

AnalysisOfVariance analysis_of_variance(const Groups& groups, Design design) {
  const Decomposition parts = decompose(groups, design);
  if (parts.underflows) {
    throw std::invalid_argument(
        "the values differ by so little (below 1e-145) that their variance "
        "cannot be computed");
  }
  return analysis(parts);
}

AnalysisOfVariance analysis_of_runs(const Sample& sample) {
  return analysis(decompose(sample));
}

std::vector<PairComparison> tukey_comparisons(const Groups& groups,
                                              double level, Design design) {
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument(
        "a confidence must be between 0 and 1, but is " +
        std::to_string(level));
  }
  const Decomposition parts = decompose(groups, design);
  if (!(parts.within > 0)) return {};
  const double mean_square = parts.within / parts.df_within;
  const double critical =
      studentized_range_quantile(1 - level, groups.size(), parts.df_within);
  std::vector<PairComparison> comparisons;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      const double sizes = 1 / static_cast<double>(groups[i].size()) +
                           1 / static_cast<double>(groups[j].size());
      const double error = std::sqrt(mean_square / 2 * sizes);
      const double difference = parts.excesses[i] - parts.excesses[j];
      const double q = std::abs(difference) / error;
      comparisons.push_back(
          {i, j, difference, q,
           studentized_range_tail(q, groups.size(), parts.df_within),
           difference - critical * error, difference + critical * error});
    }
  }
  return comparisons;
}

namespace {

template <typename Lists>
void require_groups(const Lists& groups) {
  std::size_t values = 0;
  for (const auto& group : groups) {
    if (group.empty()) throw std::invalid_argument("a group has no values");
    for (const double value : group) {
      if (!std::isfinite(value)) {
        throw std::invalid_argument("a value is not a finite number");
      }
    }
    values += group.size();
  }
  if (groups.size() < 2 || values <= groups.size()) {
    throw std::invalid_argument(
        "an analysis of variance needs two groups and more values than groups");
  }
}

template <typename Lists>
Decomposition decompose_groups(const Lists& groups) {
  require_groups(groups);
  Decomposition result;
  result.offset = groups.front().front();
  CompensatedSum total;
  double count = 0;
  for (const auto& group : groups) {
    const Moments inside = moments(group);
    const double excess = (inside.offset - result.offset) + inside.excess;
    result.excesses.push_back(excess);
    result.within += inside.squares;
    result.underflows |= inside.underflows;
    total.add_product(static_cast<double>(group.size()), excess);
    count += static_cast<double>(group.size());
  }
  const double grand_excess = total.value() / count;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const double deviation = result.excesses[i] - grand_excess;
    result.between +=
        static_cast<double>(groups[i].size()) * deviation * deviation;
  }
  result.df_between = static_cast<double>(groups.size()) - 1;
  result.df_within = count - static_cast<double>(groups.size());
  result.underflows &= result.within < Moments::kSmallestSquares;
  return result;
}

/// Returns the values without the means of their group and block.
std::vector<double> residuals(const Groups& groups) {
  const std::size_t blocks = groups.front().size();
  std::vector<double> result;
  std::vector<Moments> inside;
  inside.reserve(groups.size());
  for (const auto& group : groups) inside.push_back(moments(group));
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = result.size();
    CompensatedSum sum;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      result.push_back((groups[i][block] - inside[i].offset) -
                       inside[i].excess);
      sum.add_product(1, result.back());
    }
    const double mean = sum.value() / static_cast<double>(groups.size());
    for (std::size_t i = begin; i < result.size(); ++i) result[i] -= mean;
  }
  return result;
}

/// Returns the size up to which differences may be rounding.
double rounding_of_groups(const Groups& groups) {
  double largest = 0;
  for (const auto& group : groups) {
    for (const double value : group) {
      largest = std::max(largest, std::abs(value));
    }
  }
  constexpr double kRoundings = 8;
  return kRoundings * std::numeric_limits<double>::epsilon() * largest;
}

Decomposition decompose_blocks(const Groups& groups) {
  Decomposition result = decompose_groups(groups);
  for (const auto& group : groups) {
    if (group.size() != groups.front().size()) {
      throw std::invalid_argument("blocks need groups of one size");
    }
  }
  const double rounding = rounding_of_groups(groups);
  CompensatedSum squares;
  bool varies = false;
  for (const double residual : residuals(groups)) {
    squares.add_product(residual, residual);
    varies |= std::abs(residual) > rounding;
  }
  result.within = varies ? squares.value() : 0;
  result.df_within =
      result.df_between * (static_cast<double>(groups.front().size()) - 1);
  result.underflows = varies && result.within < Moments::kSmallestSquares;
  return result;
}

}  // namespace

Decomposition decompose(const Groups& groups, Design design) {
  return design == Design::kBlocks ? decompose_blocks(groups)
                                   : decompose_groups(groups);
}

Decomposition decompose(const Sample& sample) {
  return decompose_groups(sample.runs());
}

}  // namespace spl::statistics
