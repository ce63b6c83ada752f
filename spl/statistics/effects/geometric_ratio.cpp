#include "spl/statistics/effects/geometric_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

using Values = std::vector<double> RatioMember::*;

bool is_above_0(const RatioMember& one) {
  const auto is = [](double value) {
    return value > 0 && std::isfinite(value);
  };
  return std::ranges::all_of(one.left, is) &&
         std::ranges::all_of(one.right, is);
}

std::string refusal_of(const std::vector<RatioMember>& members, Design design) {
  if (members.empty()) return "there is nothing to compare";
  const std::size_t left = members.front().left.size();
  const std::size_t right = members.front().right.size();
  if (left < 2 || right < 2) return "one run says nothing of other runs";
  for (const RatioMember& one : members) {
    if (one.left.size() != left || one.right.size() != right) {
      return "the members have different numbers of runs";
    }
    if (!is_above_0(one)) return "a value is not above 0";
  }
  if (design == Design::kBlocks && left != right) {
    return "the sides have different numbers of runs";
  }
  return {};
}

/// The mean logarithm of the members in each run.
std::vector<double> logarithms_of(const std::vector<RatioMember>& members,
                                  Values side) {
  std::vector<double> result((members.front().*side).size());
  for (const RatioMember& one : members) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] +=
          std::log((one.*side)[i]) / static_cast<double>(members.size());
    }
  }
  return result;
}

Estimate mean_of(const std::vector<double>& numbers) {
  const Moments of = moments(numbers);
  const auto count = static_cast<double>(of.count);
  return {of.mean(), of.variance() / count, count - 1};
}

/// Welch's difference of two means.
Estimate difference(const Estimate& left, const Estimate& right) {
  Estimate result{left.value - right.value, left.variance + right.variance};
  const double squares = left.variance * left.variance / left.df +
                         right.variance * right.variance / right.df;
  result.df = squares > 0 ? result.variance * result.variance / squares
                          : left.df + right.df;
  return result;
}

}  // namespace

RatioInterval geometric_ratio(const std::vector<RatioMember>& members,
                              Design design, double alpha) {
  require_alpha(alpha);
  RatioInterval result;
  result.refusal = refusal_of(members, design);
  if (!result.refusal.empty()) return result;
  std::vector<double> left = logarithms_of(members, &RatioMember::left);
  const std::vector<double> right = logarithms_of(members, &RatioMember::right);
  Estimate estimate;
  if (design == Design::kBlocks) {
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= right[i];
    estimate = mean_of(left);
  } else {
    estimate = difference(mean_of(left), mean_of(right));
  }
  const double away =
      student_quantile(alpha, estimate.df) * std::sqrt(estimate.variance);
  result.estimate = std::exp(estimate.value);
  result.lower = std::exp(estimate.value - away);
  result.upper = std::exp(estimate.value + away);
  return result;
}

}  // namespace spl::statistics
