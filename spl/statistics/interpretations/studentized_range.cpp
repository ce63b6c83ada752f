// Both integrals are sums at equal steps: for analytic functions that vanish at
// both ends the trapezoidal rule converges faster than any power of the step.
#include "spl/statistics/interpretations/studentized_range.hpp"

#include <cassert>
#include <cmath>
#include <vector>

#include "spl/statistics/distributions.hpp"

namespace spl::statistics {
namespace {

// A point z of the lowest mean with density times step, and P(Z > z).
struct Lowest {
  double z;
  double mass;
  double above;
};

std::vector<Lowest> lowest_means() {
  constexpr double kStep = 0.125;
  constexpr double kFar = 9;
  constexpr double kDensity = 0.39894228040143267794;  // 1/sqrt(2 pi)
  std::vector<Lowest> points;
  for (double z = -kFar; z <= kFar; z += kStep) {
    points.push_back(
        {z, kStep * kDensity * std::exp(-z * z / 2), normal_tail(z)});
  }
  return points;
}

// Returns P(the range of the means > w) for a known standard error: given the
// lowest mean at z, the others lie above it, but not all within w. The
// difference of the two powers keeps the digits of small tails.
double range_tail(const std::vector<Lowest>& points, double w, double groups) {
  double tail = 0;
  for (const Lowest& lowest : points) {
    const double beyond = normal_tail(lowest.z + w) / lowest.above;
    tail += lowest.mass * std::pow(lowest.above, groups - 1) *
            -std::expm1((groups - 1) * std::log1p(-beyond));
  }
  return groups * tail;
}

}  // namespace

double studentized_range_tail(double q, std::size_t groups, double df) {
  assert(q >= 0 && groups >= 2 && df >= 1);
  if (q == 0) return 1;
  const auto count = static_cast<double>(groups);
  static const std::vector<Lowest> points = lowest_means();
  if (std::isinf(df)) return range_tail(points, q, count);

  // Sums over x = ln(estimate / truth), whose density is proportional to
  // e^{df (x - e^{2x}/2)}, outwards from its maximum until nothing is added.
  const double step = std::fmin(0.15, 0.35 / std::sqrt(df));
  double tail = 0;
  double total = 0;
  const auto add = [&](double x) {
    const double density = std::exp(df * (x - std::expm1(2 * x) / 2));
    tail += density * range_tail(points, q * std::exp(x), count);
    total += density;
    return density > 1e-16;
  };
  for (int i = 0; add(i * step); ++i) {
  }
  for (int i = -1; add(i * step); --i) {
  }
  return tail / total;
}

double studentized_range_quantile(double tail, std::size_t groups, double df) {
  assert(tail > 0 && tail < 1);
  double low = 0;
  double high = 4;
  while (studentized_range_tail(high, groups, df) > tail) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-12 * high) {
    const double middle = (low + high) / 2;
    (studentized_range_tail(middle, groups, df) > tail ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace spl::statistics
