#include "spl/statistics/interpretations/mean_ratio.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/interpretations/mean_limits.hpp"
#include "spl/statistics/interpretations/unlike_sides.hpp"
#include "spl/statistics/moments.hpp"

namespace spl::statistics {
namespace {

struct SideMeans {
  double left = 0;
  double right = 0;
};

SideMeans side_means(std::span<const RunSeries> plain,
                     std::span<const double> coefficients, double constant) {
  SideMeans result{std::max(constant, 0.0), std::max(-constant, 0.0)};
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double mean = plain[i].offset + moments(plain[i].excesses).mean();
    const double amount = coefficients[i] * mean;
    (coefficients[i] > 0 ? result.left : result.right) +=
        coefficients[i] > 0 ? amount : -amount;
  }
  return result;
}

MeanLimits limits_of(std::span<const RunSeries> typical,
                     std::span<const RunSeries> plain,
                     std::span<const double> coefficients, double constant) {
  const std::vector<double> contrasts =
      clipped_values(block_contrasts(plain, coefficients, constant),
                     std::numeric_limits<double>::infinity());
  if (are_alike_in_form(coefficients, constant)) {
    return {block_contrasts(typical, coefficients, constant), contrasts};
  }
  const UnlikeSides sides(typical, coefficients, constant);
  return {{sides.centre().value, sides.centre().rounding, sides.left_weight()},
          contrasts};
}

}  // namespace

std::optional<MeanRatio> mean_ratio(std::span<const RunSeries> typical,
                                    std::span<const RunSeries> plain,
                                    std::span<const double> coefficients,
                                    double constant, double confidence) {
  const SideMeans means = side_means(plain, coefficients, constant);
  if (!(means.right > 0)) return std::nullopt;
  MeanRatio result;
  result.estimate = means.left / means.right;
  // A side without any time has no scale, so both are compared as they are.
  const bool has_scale = means.left > 0;
  const double factor = has_scale ? result.estimate : 1;
  std::vector<double> scaled(coefficients.begin(), coefficients.end());
  for (double& one : scaled) one *= one < 0 ? factor : 1;
  const MeanLimits limits =
      limits_of(typical, plain, scaled, constant * (constant < 0 ? factor : 1));
  const double above = limits.upper(confidence) - limits.mean();
  const double below = limits.mean() - limits.lower(confidence);
  result.upper = result.estimate + above / means.right;
  result.lower = has_scale ? result.estimate / (1 + below / means.left)
                           : result.estimate - below / means.right;
  return result;
}

}  // namespace spl::statistics
