#include "spl/statistics/interpretations/ratio_search.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {
namespace {

constexpr double kFarthest = 14;      // Of a logarithm: a million times.
constexpr double kNearest = 1e-12;    // Numbers have no more digits.
constexpr double kFirstStep = 0.001;  // A good guess is near.

// Returns an interval in [begin, end] at whose ends the function, which changes
// its sign there, has unlike signs or is 0; shorter than any limit is shown.
// All of [begin, end] if the sign is the same at both.
template <class Function>
std::pair<double, double> bracket_of_root(const Function& function,
                                          double begin, double end) {
  const auto is_short = [](double low, double high) {
    return high - low <= kNearest;
  };
  // The solver computes with the values; what is no number counts as the root.
  const auto bounded = [&](double at) {
    constexpr double kMost = 1e300;
    const double value = function(at);
    return std::isnan(value) ? 0 : std::clamp(value, -kMost, kMost);
  };
  const double at_begin = bounded(begin);
  const double at_end = bounded(end);
  const bool have_one_sign =
      (at_begin > 0 && at_end > 0) || (at_begin < 0 && at_end < 0);
  if (have_one_sign || is_short(begin, end)) return {begin, end};
  std::uintmax_t most = 200;
  return boost::math::tools::toms748_solve(bounded, begin, end, at_begin,
                                           at_end, is_short, most);
}

// Searches on the scale of logarithms.
class Search {
 public:
  Search(const TestOfRatio& test, double guess, double level)
      : test_(test), level_(level), middle_(middle_from(std::log(guess))) {}

  // Returns the last logarithm that is rejected, from outside in this
  // direction, -1 or 1; infinity if none is.
  [[nodiscard]] double end(double direction) const {
    constexpr double kStep = 0.6;
    double outside = kFarthest;
    if (!is_rejected(direction, outside)) {
      return direction * std::numeric_limits<double>::infinity();
    }
    double inside = kStep * outside;
    while (inside > kNearest && is_rejected(direction, inside)) {
      outside = inside;
      inside *= kStep;
    }
    if (inside <= kNearest) inside = 0;
    const auto excess = [&](double distance) {
      return p_value(direction, distance) - level_;
    };
    if (excess(inside) < 0) return middle_;
    const auto found = bracket_of_root(excess, inside, outside);
    return middle_ + direction * found.second;
  }

 private:
  [[nodiscard]] PartTest at(double logarithm) const {
    return test_(std::exp(logarithm));
  }

  // Below the middle, the left side is greater than ratio * right.
  [[nodiscard]] double p_value(double direction, double distance) const {
    const PartTest found = at(middle_ + direction * distance);
    return direction < 0 ? found.p_greater : found.p_less;
  }

  [[nodiscard]] bool is_rejected(double direction, double distance) const {
    return p_value(direction, distance) < level_;
  }

  // Returns a logarithm that is not rejected, or where rejection changes its
  // direction.
  [[nodiscard]] double middle_from(double guess) const {
    double low = guess - kFarthest;
    double high = guess + kFarthest;
    double here = guess;
    while (high - low > kNearest) {
      const PartTest found = at(here);
      const bool is_low = found.p_greater < level_;
      const bool is_high = found.p_less < level_;
      if (is_low == is_high) break;
      (is_low ? low : high) = here;
      // Half a step at first, as a good guess is near.
      const double step = std::min(high - low, 2 * std::abs(here - guess));
      const double far = step > 0 ? step : kFirstStep;
      here = is_low ? here + far : here - far;
      if (!(here > low && here < high)) here = (low + high) / 2;
    }
    return here;
  }

  const TestOfRatio& test_;
  double level_;
  double middle_;
};

}  // namespace

RatioSet common(const RatioSet& one, const RatioSet& other) {
  return {std::max(one.lower, other.lower), std::min(one.upper, other.upper)};
}

// One tail and no quantile: a search takes dozens.
PartTest student(const Estimate& estimate) {
  const double error = std::sqrt(estimate.variance);
  if (!std::isfinite(estimate.value) || !std::isfinite(error) ||
      estimate.underflows) {
    return {};
  }
  if (error <= estimate.rounding) {
    return {estimate.value > estimate.rounding ? 0.0 : 1.0,
            estimate.value < -estimate.rounding ? 0.0 : 1.0};
  }
  const double t = estimate.value / error;
  const double small = student_tail(std::abs(t), estimate.df);
  return t > 0 ? PartTest{small, 1 - small} : PartTest{1 - small, small};
}

RatioSet search_ratios(const TestOfRatio& test, double guess, double level) {
  assert(guess > 0 && level > 0);
  const Search search(test, guess, level);
  return {std::exp(search.end(-1)), std::exp(search.end(1))};
}

double balanced_ratio(const std::function<Estimate(double ratio)>& contrast,
                      double guess) {
  constexpr double kNegligible = 1e-9;
  const Estimate there = contrast(guess);
  if (std::abs(there.value) <=
      kNegligible * std::sqrt(there.variance) + there.rounding) {
    return guess;
  }
  const auto value = [&](double logarithm) {
    return contrast(std::exp(logarithm)).value;
  };
  const double middle = std::log(guess);
  const bool is_above = there.value > 0;
  const double direction = is_above ? 1 : -1;  // Of the root.
  double near = 0;
  double far = kFirstStep;
  while (far < kFarthest && (value(middle + direction * far) > 0) == is_above) {
    near = std::exchange(far, 4 * far);
  }
  if (far >= kFarthest) return guess;
  const auto found = bracket_of_root(
      value, middle + std::min(direction * near, direction * far),
      middle + std::max(direction * near, direction * far));
  return std::exp(std::midpoint(found.first, found.second));
}

}  // namespace spl::statistics
