#include "spl/statistics/effects/ratio.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/estimator.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

 private:
  std::size_t index(const Sample* sample) {
    const auto found = std::find(samples.begin(), samples.end(), sample);
    const auto position = static_cast<std::size_t>(found - samples.begin());
    if (found == samples.end()) {
      samples.push_back(sample);
      left.push_back(0);
      right.push_back(0);
    }
    return position;
  }
};

// The test of left - r right, inverted around the estimate of r.
class Inversion {
 public:
  Inversion(Estimator estimator, const Merged& merged, const Sides& sides,
            double alpha)
      : estimator_(std::move(estimator)),
        left_(merged.left),
        right_(merged.right),
        left_constant_(sides.left.constant),
        right_constant_(sides.right.constant),
        alpha_(alpha),
        right_estimate_(estimator_(right_, right_constant_)),
        ratio_(estimator_(left_, left_constant_).value /
               right_estimate_.value) {}

  [[nodiscard]] double ratio() const { return ratio_; }
  [[nodiscard]] const Estimate& right() const { return right_estimate_; }

  // Distance of the limits from the estimate as a factor.
  [[nodiscard]] double factor() const {
    const Estimate estimate = contrast(ratio_);
    const double error =
        std::sqrt(estimate.variance) / (ratio_ * right().value);
    return std::exp(critical(estimate.df) * error);
  }

  // Estimates left - r right.
  [[nodiscard]] Estimate contrast(double r) const {
    std::vector<double> coefficients(left_.size());
    for (std::size_t i = 0; i < left_.size(); ++i) {
      coefficients[i] = left_[i] - r * right_[i];
    }
    return estimator_(coefficients, left_constant_ - r * right_constant_);
  }

  // Finds the r at which left - r right is 0. If the value is linear, it is the
  // quotient of the values of both sides; if not, it is near the quotient. The
  // right side is above 0.
  void centre() {
    constexpr double kNegligible = 1e-9;
    constexpr int kMostSteps = 200;
    const Estimate at_quotient = contrast(ratio_);
    const double error = std::sqrt(at_quotient.variance);
    if (!(error > 0) || std::abs(at_quotient.value) <= kNegligible * error) {
      return;
    }
    const double sign = at_quotient.value > 0 ? 1 : -1;
    const auto is_beyond = [&](double r) {
      return sign * contrast(r).value <= 0;
    };
    double inside = ratio_;
    double step = sign * error / right().value;
    int steps = 0;
    while (!is_beyond(inside + step)) {
      inside += step;
      step *= 2;
      if (++steps == kMostSteps) return;
    }
    double outside = inside + step;
    for (; steps < kMostSteps; ++steps) {
      const double middle = inside + (outside - inside) / 2;
      if (middle == inside || middle == outside) break;
      (is_beyond(middle) ? outside : inside) = middle;
    }
    ratio_ = inside;
  }

  // Returns the distance from the estimate to the last ratio that is not
  // rejected, above it (direction 1) or below it (-1). Looks no further than
  // `end`, which is rejected; infinity is rejected if the test finds the right
  // side above 0.
  //
  // The degrees of freedom change with the ratio, so the ratios that are not
  // rejected may have gaps; hence the scan. It goes over
  // u = scale / (scale + distance), which maps every distance into (0, 1] and
  // keeps its digits.
  [[nodiscard]] double reach(double direction, double end) const {
    const double scale = std::sqrt(contrast(ratio_).variance) / right().value;
    if (!(scale > 0)) return 0;
    const auto distance = [&](double u) { return scale * (1 - u) / u; };
    const auto accepted = [&](double u) {
      return not_rejected(direction, distance(u));
    };
    const std::vector<double> points = scan(direction, end, scale);
    std::size_t next = points.size() - 1;
    while (next > 1 && !accepted(points[next - 1])) --next;

    double inside = points[next - 1];
    double outside = points[next];
    for (;;) {
      const double middle = outside + (inside - outside) / 2;
      if (middle == inside || middle == outside) break;
      (accepted(middle) ? inside : outside) = middle;
    }
    return distance(inside);
  }

 private:
  // Returns the values of u to test, from the estimate (1) outwards to `end`:
  // equal steps, and the ratios at which a sample drops out of left - r right.
  // The rest may then have few degrees of freedom and reject less than both
  // neighbours.
  [[nodiscard]] std::vector<double> scan(double direction, double end,
                                         double scale) const {
    constexpr int kSteps = 64;
    const double last = scale / (scale + end);
    std::vector<double> points;
    for (int step = 0; step <= kSteps; ++step) {
      points.push_back(1 - (1 - last) * step / kSteps);
    }
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (right_[i] == 0) continue;
      const double away = direction * (left_[i] / right_[i] - ratio_);
      if (away > 0 && away < end) points.push_back(scale / (scale + away));
    }
    std::sort(points.begin(), points.end(), std::greater<>());
    return points;
  }

  // Left - r right usually falls as r grows.
  [[nodiscard]] bool not_rejected(double direction, double distance) const {
    const Estimate estimate = contrast(ratio_ + direction * distance);
    return -direction * estimate.value <=
           critical(estimate.df) * std::sqrt(estimate.variance);
  }

  // Keeps the last value, since neighbouring ratios often have the same degrees
  // of freedom.
  [[nodiscard]] double critical(double df) const {
    if (df != critical_df_) {
      critical_ = student_quantile(alpha_, df);
      critical_df_ = df;
    }
    return critical_;
  }

  Estimator estimator_;
  std::vector<double> left_;
  std::vector<double> right_;
  double left_constant_;
  double right_constant_;
  double alpha_;
  Estimate right_estimate_;
  double ratio_;
  mutable double critical_df_ = 0;
  mutable double critical_ = 0;
};

// Returns the distance from the ratio to 1 if 1 lies in the direction and the
// test rejects it; otherwise the search need not stop there.
double end_of_search(const Inversion& inversion, Finding finding,
                     double direction) {
  const bool towards_one = (finding == Finding::kGreater && direction < 0) ||
                           (finding == Finding::kLess && direction > 0);
  return towards_one ? std::abs(inversion.ratio() - 1) : kInfinity;
}

bool is_never_negative(const SampleContrast& side) {
  const auto is_positive = [](const auto& term) {
    const Runs& runs = term.sample->runs();
    return term.coefficient >= 0 &&
           std::all_of(runs.begin(), runs.end(), [](const auto& run) {
             return std::all_of(run.begin(), run.end(),
                                [](double number) { return number >= 0; });
           });
  };
  return side.constant >= 0 &&
         std::all_of(side.terms.begin(), side.terms.end(), is_positive);
}

// Sets limits that are finite and above 0. An upper limit of the inversion
// stays.
void set_limits_on_log_scale(const Inversion& inversion,
                             RatioInterval& result) {
  const double factor = inversion.factor();
  result.is_on_log_scale = true;
  result.lower =
      std::max(inversion.ratio() / factor, std::numeric_limits<double>::min());
  if (result.upper) return;
  result.upper =
      std::min(inversion.ratio() * factor, std::numeric_limits<double>::max());
}

void set_limits(const Inversion& inversion, Finding finding,
                RatioInterval& result) {
  result.lower = inversion.ratio() -
                 inversion.reach(-1, end_of_search(inversion, finding, -1));
  result.upper = inversion.ratio() +
                 inversion.reach(1, end_of_search(inversion, finding, 1));
}

RatioInterval invert(EstimatorOrRefusal made, const Merged& merged,
                     const Sides& sides, double alpha) {
  RatioInterval result;
  if (!made.estimator) {
    result.refusal = made.refusal;
    return result;
  }
  Inversion inversion(std::move(made.estimator), merged, sides, alpha);
  const TestResult verdict = t_test(inversion.contrast(1), alpha);
  const TestResult right = t_test(inversion.right(), alpha);
  for (const TestResult& test : {right, verdict}) {
    if (test.status == Status::kUndefined) {
      result.refusal = test.warning;
      return result;
    }
  }
  const bool is_bounded = right.finding == Finding::kGreater;
  if (is_bounded) inversion.centre();
  if (inversion.right().value > 0) result.estimate = inversion.ratio();
  const bool is_positive = is_never_negative(sides.left) &&
                           is_never_negative(sides.right) &&
                           inversion.right().value > 0 && inversion.ratio() > 0;
  if (is_bounded) {
    set_limits(inversion, verdict.finding, result);
  } else if (!is_positive) {
    result.refusal =
        "The right side is not clearly above 0, so its ratio to the left side "
        "has no bounds.";
    return result;
  }
  if (is_positive && !(result.lower.value_or(0) > 0)) {
    set_limits_on_log_scale(inversion, result);
  }
  agree_with(verdict.finding, result);
  return result;
}

}  // namespace

std::optional<double> half_width(const RatioInterval& ratio) {
  if (!ratio.estimate || !ratio.lower || !ratio.upper) return std::nullopt;
  return (*ratio.upper - *ratio.lower) / 2 / *ratio.estimate;
}

void agree_with(Finding finding, RatioInterval& interval) {
  double& lower = *interval.lower;
  double& upper = *interval.upper;
  switch (finding) {
    case Finding::kGreater:
      lower = std::max(lower, std::nextafter(1.0, 2.0));
      upper = std::max(upper, lower);
      break;
    case Finding::kLess:
      upper = std::min(upper, std::nextafter(1.0, 0.0));
      lower = std::min(lower, upper);
      break;
    case Finding::kIndistinct:
      lower = std::min(lower, 1.0);
      upper = std::max(upper, 1.0);
      break;
    case Finding::kUnknown:
      break;
  }
  interval.estimate = std::clamp(*interval.estimate, lower, upper);
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
                              RunStatistic statistic) {
  require_alpha(alpha);
  const Merged merged(sides);
  return invert(run_estimator(merged.samples, statistic), merged, sides, alpha);
}

RatioInterval blocks_ratio(const Sides& sides, double alpha,
                           RunStatistic statistic) {
  require_alpha(alpha);
  const Merged merged(sides);
  std::vector<double> tested;
  for (std::size_t i = 0; i < merged.samples.size(); ++i) {
    tested.push_back(merged.left[i] - merged.right[i]);
  }
  return invert(block_estimator(merged.samples, statistic, tested,
                                sides.left.constant - sides.right.constant),
                merged, sides, alpha);
}

}  // namespace spl::statistics
