#include "spl/statistics/effects/fieller.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <string>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/variance_components.hpp"

namespace spl::statistics {
namespace {

double top_count(const Hierarchy& data) {
  return static_cast<double>(data.count(data.level_count()));
}

}  // namespace

double fieller_df(const MeanPair& means, double new_count, double old_count) {
  const double ratio = means.new_mean / means.old_mean;
  const double above = means.new_variance;
  const double below = ratio * ratio * means.old_variance;
  const double sum = above + below;
  if (!(sum > 0)) return new_count + old_count - 2;
  const double share_above = above / sum;
  const double share_below = below / sum;
  return 1 / (share_above * share_above / (new_count - 1) +
              share_below * share_below / (old_count - 1));
}

FiellerSet fieller(const MeanPair& means, double t) {
  assert(means.new_variance >= 0 && means.old_variance >= 0);
  const double a = means.old_mean * means.old_mean - t * t * means.old_variance;
  const double b = means.new_mean * means.old_mean - t * t * means.covariance;
  const double c = means.new_mean * means.new_mean - t * t * means.new_variance;
  const double discriminant = b * b - a * c;
  if (a > 0) {
    // The discriminant is not negative except by rounding, since the estimate
    // is in the set.
    const double root = std::sqrt(std::max(discriminant, 0.0));
    return {FiellerSet::Kind::kBounded, (b - root) / a, (b + root) / a};
  }
  if (a < 0 && discriminant > 0) {
    const double root = std::sqrt(discriminant);
    return {FiellerSet::Kind::kExclusive, (b + root) / a, (b - root) / a};
  }
  return {};
}

FiellerSet fieller(const Hierarchy& new_data, const Hierarchy& old_data,
                   double level, FiellerForm form) {
  if (!(level > 0 && level < 1)) {
    throw std::invalid_argument(
        "a confidence must be between 0 and 1, but is " +
        std::to_string(level));
  }
  const double new_count = top_count(new_data);
  const double old_count = top_count(old_data);
  if (new_count < 2 || old_count < 2) {
    throw std::invalid_argument(
        "Fieller's interval needs two items of the highest level a side");
  }
  if (form == FiellerForm::kEqualCounts && new_count != old_count) {
    throw std::invalid_argument(
        "Fieller's interval as published needs as many items of the highest "
        "level on both sides");
  }
  const VarianceComponents above = variance_components(new_data);
  const VarianceComponents below = variance_components(old_data);
  const MeanPair means = {above.mean, *above.observed.back() / new_count,
                          below.mean, *below.observed.back() / old_count, 0};
  const double df = form == FiellerForm::kEqualCounts
                        ? new_count - 1
                        : fieller_df(means, new_count, old_count);
  return fieller(means, student_quantile((1 - level) / 2, df));
}

}  // namespace spl::statistics
