#include "spl/statistics/interpretations/sign_flip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {
namespace {

constexpr unsigned kLargestScore = 64;
constexpr std::uint64_t kMostExactSteps = 400'000;

std::uint64_t sum_of(std::span<const unsigned> scores) {
  return std::accumulate(scores.begin(), scores.end(), std::uint64_t{0});
}

// Returns the probabilities that the sum of the scores that show heads is 0 to
// `most`.
std::vector<double> exact_law(std::span<const unsigned> scores,
                              std::uint64_t most) {
  std::vector<double> law(most + 1, 0.0);
  std::vector<double> next(law.size(), 0.0);
  law[0] = 1;
  std::uint64_t reached = 0;
  for (const unsigned score : scores) {
    reached = std::min(reached + score, most);
    const std::uint64_t own = std::min<std::uint64_t>(score, reached + 1);
    for (std::uint64_t sum = 0; sum < own; ++sum) next[sum] = law[sum] / 2;
    for (std::uint64_t sum = own; sum <= reached; ++sum) {
      next[sum] = (law[sum] + law[sum - score]) / 2;
    }
    law.swap(next);
  }
  return law;
}

// Adds the smallest first.
double sum_of_law(const std::vector<double>& law) {
  return std::min(std::accumulate(law.begin(), law.end(), 0.0), 1.0);
}

// The cumulants' generating function of the sum of scores, per unit of their
// greatest common divisor, which is the lattice's span.
class Cumulants {
 public:
  explicit Cumulants(std::span<const unsigned> scores) {
    for (const unsigned score : scores) span_ = std::gcd(span_, score);
    for (const unsigned score : scores) ++counts_.at(score / span_);
  }

  [[nodiscard]] unsigned span() const { return span_; }

  // Returns log E[exp(s X)] or its first or second derivative.
  [[nodiscard]] double value(double s) const {
    return sum([s](double q) {
      return q * s + std::log1p(std::exp(-q * s)) - std::log(2.0);
    });
  }
  [[nodiscard]] double slope(double s) const {
    return sum([s](double q) { return q / (1 + std::exp(-q * s)); });
  }
  [[nodiscard]] double bend(double s) const {
    return sum([s](double q) {
      const double heads = 1 / (1 + std::exp(-q * s));
      return q * q * heads * (1 - heads);
    });
  }

 private:
  template <typename Term>
  [[nodiscard]] double sum(const Term& term) const {
    double result = 0;
    for (std::size_t q = 1; q < counts_.size(); ++q) {
      if (counts_[q] > 0) result += counts_[q] * term(static_cast<double>(q));
    }
    return result;
  }

  unsigned span_ = 0;
  std::array<double, kLargestScore + 1> counts_{};
};

// Returns the s above 0 at which the slope is `seen`, which is between the
// slope at 0 and its limit.
double saddle_point(const Cumulants& cumulants, double seen) {
  double low = 0;
  double high = 1.0 / kLargestScore;
  while (cumulants.slope(high) < seen) high *= 2;
  constexpr int kBits = 60;
  for (int i = 0; i < kBits; ++i) {
    const double middle = (low + high) / 2;
    (cumulants.slope(middle) < seen ? low : high) = middle;
  }
  return (low + high) / 2;
}

double normal_density(double z) {
  constexpr double kFactor = 0.39894228040143267794;  // 1/sqrt(2 pi)
  return kFactor * std::exp(-z * z / 2);
}

}  // namespace

double exact_flip_tail(std::span<const unsigned> scores, std::uint64_t seen) {
  const std::uint64_t total = sum_of(scores);
  return seen > total ? 0 : sum_of_law(exact_law(scores, total - seen));
}

double approximate_flip_tail(std::span<const unsigned> scores,
                             std::uint64_t seen) {
  const Cumulants cumulants(scores);
  const auto total = static_cast<double>(sum_of(scores) / cumulants.span());
  const double at = std::ceil(static_cast<double>(seen) / cumulants.span());
  if (at > total) return 0;
  const double deviation = std::sqrt(cumulants.bend(0));
  // Near the middle the formula of the saddle point is 0/0. The normal law,
  // which misses no skewness there, is as good.
  const double z = (at - 0.5 - total / 2) / deviation;
  if (z < 0) {
    return 1 - approximate_flip_tail(scores,
                                     sum_of(scores) - seen + std::uint64_t{1});
  }
  constexpr double kNear = 0.3;
  if (z < kNear) return normal_tail(z);
  if (at == total) {
    return std::exp2(-static_cast<double>(scores.size()));
  }
  const double s = saddle_point(cumulants, at);
  const double w = std::sqrt(2 * (s * at - cumulants.value(s)));
  const double u = -std::expm1(-s) * std::sqrt(cumulants.bend(s));
  return normal_tail(w) + normal_density(w) * (1 / u - 1 / w);
}

SignFlips sign_flips(std::span<const double> contrasts, double rounding) {
  double largest = 0;
  for (const double one : contrasts) largest = std::max(largest, std::abs(one));
  if (!(largest > rounding) || !std::isfinite(largest)) return {};
  std::vector<unsigned> scores;
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  for (const double one : contrasts) {
    if (!(std::abs(one) > rounding)) continue;
    const auto score = static_cast<unsigned>(
        std::lround(kLargestScore * (std::abs(one) / largest)));
    if (score == 0) continue;
    scores.push_back(score);
    (one > 0 ? positive : negative) += score;
  }
  if (positive == 0 || negative == 0) {
    const double least = std::exp2(-static_cast<double>(scores.size()));
    return {negative == 0 ? least : 1, positive == 0 ? least : 1};
  }
  if (sum_of(scores) * scores.size() > kMostExactSteps) {
    return {approximate_flip_tail(scores, positive),
            approximate_flip_tail(scores, negative)};
  }
  // The law is symmetric, so its lower end has both tails.
  const std::vector<double> law =
      exact_law(scores, std::min(positive, negative));
  const double small = sum_of_law(law);
  const double large = 1 - (small - law.back());
  return positive < negative ? SignFlips{large, small}
                             : SignFlips{small, large};
}

std::vector<double> clipped_at_eighth(std::span<const double> contrasts) {
  constexpr std::size_t kEvents = 8;
  if (contrasts.size() < kEvents) {
    return std::vector<double>(contrasts.size(), 0.0);
  }
  std::vector<double> sizes;
  sizes.reserve(contrasts.size());
  for (const double one : contrasts) sizes.push_back(std::abs(one));
  std::nth_element(sizes.begin(), sizes.begin() + kEvents - 1, sizes.end(),
                   std::greater<>());
  const double limit = sizes[kEvents - 1];
  std::vector<double> result;
  result.reserve(contrasts.size());
  for (const double one : contrasts) {
    result.push_back(std::clamp(one, -limit, limit));
  }
  return result;
}

}  // namespace spl::statistics
