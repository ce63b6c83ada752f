#include "spl/statistics/interpretations/ratio_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

constexpr double kFarthest = 14;    // Of a logarithm: a million times.
constexpr double kNearest = 1e-12;  // Numbers have no more digits.

// Searches on the scale of logarithms.
class Search {
 public:
  Search(const TestOfRatio& test, double guess, double level, double precision)
      : test_(test),
        level_(level),
        precision_(precision),
        middle_(middle_from(std::log(guess))) {}

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
    while (outside - inside > precision_ * inside + kNearest) {
      const double between = (outside + inside) / 2;
      (is_rejected(direction, between) ? outside : inside) = between;
    }
    return middle_ + direction * outside;
  }

 private:
  [[nodiscard]] PartTest at(double logarithm) const {
    return test_(std::exp(logarithm));
  }

  // Below the middle, the left side is greater than ratio * right.
  [[nodiscard]] bool is_rejected(double direction, double distance) const {
    const PartTest found = at(middle_ + direction * distance);
    return (direction < 0 ? found.p_greater : found.p_less) < level_;
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

  static constexpr double kFirstStep = 0.001;

  const TestOfRatio& test_;
  double level_;
  double precision_;
  double middle_;
};

}  // namespace

RatioSet common(const RatioSet& one, const RatioSet& other) {
  return {std::max(one.lower, other.lower), std::min(one.upper, other.upper)};
}

PartTest student(const Estimate& estimate) {
  constexpr double kAnyLevel = 0.01;
  const TestResult test = t_test(estimate, kAnyLevel);
  if (test.status == Status::kOk) return {*test.p_greater, *test.p_less};
  return {test.finding == Finding::kGreater ? 0.0 : 1.0,
          test.finding == Finding::kLess ? 0.0 : 1.0};
}

RatioSet search_ratios(const TestOfRatio& test, double guess, double level,
                       double precision) {
  assert(guess > 0 && level > 0);
  const Search search(test, guess, level, precision);
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
  // Both p-values at the level of a half are those of the value's sign.
  constexpr double kSign = 0.5;
  const RatioSet found = search_ratios(
      [&](double ratio) {
        const double value = contrast(ratio).value;
        return PartTest{value > 0 ? 0.0 : 1.0, value < 0 ? 0.0 : 1.0};
      },
      guess, kSign, kExactly);
  return std::sqrt(found.lower) * std::sqrt(found.upper);
}

}  // namespace spl::statistics
