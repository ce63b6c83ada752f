#include "spl/statistics/interpretations/mean_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

// Returns the least level at which `holds` is true, as it is at all larger
// levels.
template <typename Holds>
double least_level(const Holds& holds) {
  constexpr double kMost = 0.5;
  constexpr double kLeast = 1e-12;
  if (!holds(kMost)) return kMost;
  if (holds(kLeast)) return kLeast;
  double low = std::log(kLeast);
  double high = std::log(kMost);
  constexpr int kSteps = 40;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    (holds(std::exp(middle)) ? high : low) = middle;
  }
  return std::exp(high);
}

double mean_of_side(const UnitMeans& means, double sign) {
  double result = std::max(sign * means.constant, 0.0);
  for (std::size_t i = 0; i < means.plain.size(); ++i) {
    const double coefficient = sign * means.coefficients[i];
    if (!(coefficient > 0)) continue;
    const RunSeries& plain = means.plain[i];
    result += coefficient * (plain.offset + moments(plain.excesses).mean());
  }
  return result;
}

// A side without any time has no scale, so both are compared as they are; so
// are sides with a constant.
double factor_of(bool has_constant, double left, double right) {
  return has_constant || !(left > 0) || !(right > 0) ? 1 : left / right;
}

MeanLimits limits_of(const UnitMeans& means, const RelativeLevels* levels,
                     double factor) {
  std::vector<double> scaled = means.coefficients;
  for (double& one : scaled) one *= one < 0 ? factor : 1;
  const std::vector<double> plain =
      clipped_values(block_contrasts(means.plain, scaled, means.constant),
                     std::numeric_limits<double>::infinity());
  if (levels == nullptr) {
    return {block_contrasts(means.typical, scaled, 0), plain};
  }
  const UnlikeSides sides(*levels, scaled, means.constant);
  return {{sides.left_side() - sides.right_side(), sides.centre().rounding,
           sides.left_weight()},
          plain};
}

}  // namespace

MeanRatio::MeanRatio(const UnitMeans& means, const RelativeLevels* levels)
    : constant_(means.constant),
      left_(mean_of_side(means, 1)),
      right_(mean_of_side(means, -1)),
      typical_(run_statistic(unit_sides(means, means.typical).right,
                             RunStatistic::kMedian)),
      factor_(factor_of(constant_ != 0, left_, right_)),
      limits_(limits_of(means, levels, factor_)) {}

double MeanRatio::above(double confidence) const {
  return limits_.upper(confidence) - limits_.mean();
}

double MeanRatio::below(double confidence) const {
  return limits_.mean() - limits_.lower(confidence);
}

double MeanRatio::estimate() const { return exists() ? left_ / right_ : 1; }

double MeanRatio::upper(double confidence) const {
  if (!exists()) return 1;
  if (!(constant_ > 0)) return (left_ + above(confidence)) / right_;
  const double least = right_ - above(confidence);
  return least > 0 ? left_ / least : std::numeric_limits<double>::infinity();
}

double MeanRatio::lower(double confidence) const {
  if (!exists()) return 1;
  if (constant_ > 0) return left_ / (right_ + below(confidence));
  if (constant_ < 0 || !(left_ > 0)) {
    return (left_ - below(confidence)) / right_;
  }
  return estimate() / (1 + below(confidence) / left_);
}

double MeanRatio::increase(double confidence) const {
  const double absolute = left_ + above(confidence) - right_;
  return std::max(absolute / right_, absolute / typical_);
}

double MeanRatio::decrease(double confidence) const {
  const double absolute = right_ - left_ + below(confidence) / factor_;
  const double part =
      constant_ != 0 ? absolute / right_ : 1 - lower(confidence);
  return std::max(part, absolute / typical_);
}

double MeanRatio::level_of_greater() const {
  return least_level([this](double level) { return lower(1 - level) > 1; });
}

double MeanRatio::level_of_less() const {
  return least_level([this](double level) { return upper(1 - level) < 1; });
}

bool MeanRatio::is_below_typical() const {
  constexpr double kContradicts = 0.95;
  return limits_.upper(kContradicts) < limits_.centre();
}

bool MeanRatio::is_above_typical() const {
  constexpr double kContradicts = 0.95;
  return limits_.lower(kContradicts) > limits_.centre();
}

}  // namespace spl::statistics
