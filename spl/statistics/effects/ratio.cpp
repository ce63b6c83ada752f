#include "spl/statistics/effects/ratio.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "spl/statistics/interpretations/estimator.hpp"
#include "spl/statistics/interpretations/ratio_search.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

// Both sides over the same samples, each of which occurs once.
struct Merged {
  std::vector<const Sample*> samples;
  std::vector<double> left;
  std::vector<double> right;

  explicit Merged(const Sides& sides) {
    assert(!sides.left.terms.empty() || !sides.right.terms.empty());
    for (const auto& term : sides.left.terms) {
      left[index(term.sample)] += term.coefficient;
    }
    for (const auto& term : sides.right.terms) {
      right[index(term.sample)] += term.coefficient;
    }
  }

  // Returns the coefficients of left - r right.
  [[nodiscard]] std::vector<double> contrast(double r) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < left.size(); ++i) {
      result.push_back(left[i] - r * right[i]);
    }
    return result;
  }

 private:
  std::size_t index(const Sample* sample) {
    const auto found = std::ranges::find(samples, sample);
    const auto position = static_cast<std::size_t>(found - samples.begin());
    if (found == samples.end()) {
      samples.push_back(sample);
      left.push_back(0);
      right.push_back(0);
    }
    return position;
  }
};

// Limits that are equal but for rounding show that nothing varies.
void set_limits(const TestOfRatio& test, double alpha, RatioInterval& result) {
  constexpr double kRounding = 1 + 1e-11;
  const RatioSet found = search_ratios(test, *result.estimate, alpha);
  const bool is_point = found.upper <= kRounding * found.lower;
  result.lower = is_point ? *result.estimate : found.lower;
  result.upper = is_point ? *result.estimate : found.upper;
}

RatioInterval invert(const EstimatorOrRefusal& made, const Merged& merged,
                     const Sides& sides, double alpha) {
  RatioInterval result;
  if (!made.estimator) {
    result.refusal = made.refusal;
    return result;
  }
  const auto contrast = [&](double r) {
    return made.estimator(merged.contrast(r),
                          sides.left.constant - r * sides.right.constant);
  };
  const Estimate left = made.estimator(merged.left, sides.left.constant);
  const Estimate right = made.estimator(merged.right, sides.right.constant);
  for (const Estimate& one : {right, contrast(1)}) {
    const TestResult test = t_test(one, alpha);
    if (test.status != Status::kUndefined) continue;
    result.refusal = test.warning;
    return result;
  }
  if (!(right.value > 0)) {
    result.refusal = "The right side is not above 0.";
    return result;
  }
  result.estimate = left.value / right.value;
  if (!(left.value > 0)) {
    result.refusal = "The left side is not above 0.";
    return result;
  }
  result.estimate = balanced_ratio(contrast, *result.estimate);
  set_limits([&](double r) { return student(contrast(r)); }, alpha, result);
  return result;
}

}  // namespace

Finding finding_of(const RatioInterval& ratio) {
  if (!ratio.lower || !ratio.upper) return Finding::kUnknown;
  if (*ratio.lower > 1) return Finding::kGreater;
  return *ratio.upper < 1 ? Finding::kLess : Finding::kIndistinct;
}

std::optional<double> half_width(const RatioInterval& ratio) {
  if (!ratio.estimate || !ratio.lower || !ratio.upper) return std::nullopt;
  return (*ratio.upper - *ratio.lower) / 2 / *ratio.estimate;
}

RatioInterval welch_ratio(const Sides& sides, double alpha) {
  require_alpha(alpha);
  const Merged merged(sides);
  return invert(pooled_estimator(merged.samples), merged, sides, alpha);
}

RatioInterval parametric_ratio(const Sides& sides, double alpha) {
  require_alpha(alpha);
  const Merged merged(sides);
  return invert(parametric_estimator(merged.samples), merged, sides, alpha);
}

RatioInterval run_means_ratio(const Sides& sides, double alpha,
                              RunStatistic statistic,
                              const std::optional<Variation>& common) {
  require_alpha(alpha);
  const Merged merged(sides);
  return invert(run_estimator(merged.samples, statistic, common), merged, sides,
                alpha);
}

RatioInterval blocks_ratio(const Sides& sides, double alpha,
                           RunStatistic statistic) {
  require_alpha(alpha);
  const Merged merged(sides);
  return invert(block_estimator(merged.samples, statistic, merged.contrast(1),
                                sides.left.constant - sides.right.constant),
                merged, sides, alpha);
}

}  // namespace spl::statistics
