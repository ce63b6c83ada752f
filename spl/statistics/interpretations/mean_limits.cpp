#include "spl/statistics/interpretations/mean_limits.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

// Whether squares neither underflow nor overflow.
bool is_computable(double sum, double variance) {
  return sum > 0 && std::isnormal(variance) && std::isnormal(sum * sum);
}

}  // namespace

double huber_centre(const BlockContrasts& contrasts) {
  constexpr int kSteps = 4;
  double centre = contrasts.offset + median(contrasts.excesses);
  const double limit = clip_limit(about(contrasts, centre));
  if (!std::isfinite(limit)) return centre;
  const auto count = static_cast<double>(contrasts.excesses.size());
  for (int step = 0; step < kSteps; ++step) {
    double sum = 0;
    std::size_t kept = 0;
    for (const double excess : contrasts.excesses) {
      const double distance = contrasts.offset - centre + excess;
      sum += std::clamp(distance, -limit, limit);
      if (is_within(std::abs(distance), limit)) ++kept;
    }
    if (kept == 0) break;
    centre += sum / std::min(count, static_cast<double>(kept));
  }
  return centre;
}

MeanLimits::MeanLimits(const BlockContrasts& typical,
                       std::span<const double> plain)
    : MeanLimits({huber_centre(typical), typical.rounding, 1}, plain) {
  assert(plain.size() == typical.excesses.size());
}

MeanLimits::MeanLimits(const Centre& centre, std::span<const double> plain)
    : centre_(centre.value) {
  assert(!plain.empty() && centre.left_weight > 0);
  const auto count = static_cast<double>(plain.size());
  double largest = 0;  // As its effect on the right.
  for (const double contrast : plain) {
    const double distance = contrast - centre_;
    if (!(std::abs(distance) > centre.rounding)) continue;
    const double weight = std::abs(distance) / count;
    Mass& mass = distance > 0 ? above_ : below_;
    mass.sum += weight;
    mass.variance += weight * weight;
    largest =
        std::max(largest, distance > 0 ? weight / centre.left_weight : weight);
  }
  largest_above_ = largest * centre.left_weight;
  largest_below_ = largest;
}

double MeanLimits::upper_of(const Mass& mass, double largest,
                            double confidence) {
  if (largest == 0) return 0;
  const double sum = mass.sum + largest;
  const double variance = mass.variance + largest * largest;
  if (!is_computable(sum, variance)) {
    return std::numeric_limits<double>::infinity();
  }
  return variance / sum * gamma_quantile(1 - confidence, sum / variance * sum);
}

double MeanLimits::lower_of(const Mass& mass, double confidence) {
  if (!is_computable(mass.sum, mass.variance)) return 0;
  return mass.variance / mass.sum *
         gamma_quantile(confidence, mass.sum / mass.variance * mass.sum);
}

double MeanLimits::mean() const { return centre_ + (above_.sum - below_.sum); }

double MeanLimits::upper(double confidence) const {
  return mean() +
         std::hypot(upper_of(above_, largest_above_, confidence) - above_.sum,
                    below_.sum - lower_of(below_, confidence));
}

double MeanLimits::lower(double confidence) const {
  return mean() -
         std::hypot(upper_of(below_, largest_below_, confidence) - below_.sum,
                    above_.sum - lower_of(above_, confidence));
}

}  // namespace spl::statistics
