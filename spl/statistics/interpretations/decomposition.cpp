#include "spl/statistics/interpretations/decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "spl/statistics/compensated_sum.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
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
