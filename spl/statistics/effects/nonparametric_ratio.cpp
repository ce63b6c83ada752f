#include "spl/statistics/effects/nonparametric_ratio.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

namespace spl::statistics {
namespace {

constexpr char kUnbounded[] =
    "The right side is not clearly above 0, so its ratio to the left side has "
    "no bounds.";

/// Returns left - r right.
SampleContrast contrast(const Sides& sides, double r) {
  SampleContrast result = sides.left;
  result.constant -= r * sides.right.constant;
  for (const auto& [coefficient, sample] : sides.right.terms) {
    result.terms.push_back({-r * coefficient, sample});
  }
  return result;
}

/// The test by ratios, which rejects those that are far from the estimate.
class NonparametricInversion {
 public:
  NonparametricInversion(const Sides& sides, double alpha,
                         const Learning& learning)
      : sides_(sides), alpha_(alpha), learning_(learning) {}

  [[nodiscard]] TestResult test(double r) const {
    return nonparametric(contrast(sides_, r), alpha_, learning_);
  }

  /// Returns the last ratio, upwards (1) or downwards (-1), that is not
  /// rejected; `step` is a first guess of its distance. Absent if none is
  /// rejected. If a law is uneven, the ratios that are not rejected may have
  /// gaps: those beyond the first one do not count.
  [[nodiscard]] std::optional<double> limit(double ratio, double direction,
                                            double step) const {
    constexpr int kMostDoublings = 12;
    constexpr double kPrecision = 1e-4;
    double inside = 0;
    double outside = step;
    for (int i = 0; !is_rejected(ratio + direction * outside, direction); ++i) {
      if (i == kMostDoublings) return std::nullopt;
      inside = outside;
      outside *= 2;
    }
    while (outside - inside > kPrecision * outside) {
      const double middle = inside + (outside - inside) / 2;
      (is_rejected(ratio + direction * middle, direction) ? outside : inside) =
          middle;
    }
    return ratio + direction * inside;
  }

 private:
  [[nodiscard]] bool is_rejected(double r, double direction) const {
    // Left - r right falls as r grows.
    return test(r).finding ==
           (direction > 0 ? Finding::kLess : Finding::kGreater);
  }

  const Sides& sides_;
  double alpha_;
  const Learning& learning_;
};

enum class Side { kLeft, kRight };

/// Tests one side alone, with its part of what is learned.
TestResult test_of(Side side, const Sides& sides, double alpha,
                   const Learning& learning) {
  const SampleContrast& tested = side == Side::kLeft ? sides.left : sides.right;
  if (tested.terms.empty()) {
    TestResult constant;
    constant.status = Status::kDegenerate;
    constant.difference = tested.constant;
    constant.finding = tested.constant > 0   ? Finding::kGreater
                       : tested.constant < 0 ? Finding::kLess
                                             : Finding::kIndistinct;
    return constant;
  }
  Learning own = learning;
  const auto count = static_cast<std::ptrdiff_t>(sides.left.terms.size());
  if (!own.samples.empty()) {
    const auto middle = learning.samples.begin() + count;
    if (side == Side::kLeft) {
      own.samples.assign(learning.samples.begin(), middle);
    } else {
      own.samples.assign(middle, learning.samples.end());
    }
  }
  return nonparametric(tested, alpha, own);
}

}  // namespace

RatioInterval nonparametric_ratio(const Sides& sides, double alpha,
                                  const Learning& learning) {
  assert(!sides.left.terms.empty() || !sides.right.terms.empty());
  RatioInterval result;
  const TestResult left = test_of(Side::kLeft, sides, alpha, learning);
  const TestResult right = test_of(Side::kRight, sides, alpha, learning);
  for (const TestResult& test : {right, left}) {
    if (test.status != Status::kUndefined) continue;
    result.refusal = test.warning;
    return result;
  }
  if (!(right.difference > 0)) {
    result.refusal = kUnbounded;
    return result;
  }
  const double ratio = left.difference / right.difference;
  result.estimate = ratio;
  if (right.finding != Finding::kGreater) {
    result.refusal = kUnbounded;
    return result;
  }
  const NonparametricInversion inversion(sides, alpha, learning);
  const TestResult at_estimate = inversion.test(ratio);
  if (at_estimate.status != Status::kOk) {  // Nothing varies.
    result.lower = result.upper = ratio;
    return result;
  }
  const double step = (*at_estimate.threshold - *at_estimate.lower_threshold) /
                      2 / right.difference;
  result.lower = inversion.limit(ratio, -1, step);
  result.upper = inversion.limit(ratio, 1, step);
  if (!result.lower || !result.upper) {
    result.lower.reset();
    result.upper.reset();
    result.refusal = kUnbounded;
    return result;
  }
  if (ratio > 0) result.lower = std::max(*result.lower, 0.0);
  return result;
}

}  // namespace spl::statistics
