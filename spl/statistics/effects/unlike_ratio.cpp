#include "spl/statistics/effects/unlike_ratio.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/interpretations/unlike_sides.hpp"

namespace spl::statistics {
namespace {

/// left - r right, for any r.
class ScaledRight {
 public:
  ScaledRight(std::span<const RunSeries> series,
              std::span<const double> coefficients, double constant)
      : series_(series), coefficients_(coefficients), constant_(constant) {}

  [[nodiscard]] UnlikeSides at(double r) const {
    std::vector<double> scaled(coefficients_.begin(), coefficients_.end());
    for (double& one : scaled) {
      if (one < 0) one *= r;
    }
    return {series_, scaled, constant_ < 0 ? constant_ * r : constant_};
  }

 private:
  std::span<const RunSeries> series_;
  std::span<const double> coefficients_;
  double constant_;
};

double error_of(const Estimate& centre) { return std::sqrt(centre.variance); }

/// Returns the r, near `guess`, at which the centre has that distance from 0,
/// in standard errors at the level; nothing if there is none within six
/// decades.
std::optional<double> ratio_with(const ScaledRight& sides, double guess,
                                 double direction, double level) {
  const auto excess = [&](double log_r) {
    const Estimate centre = sides.at(std::exp(log_r)).centre();
    const double distance =
        direction == 0 ? 0
                       : error_of(centre) * student_quantile(level, centre.df);
    return centre.value - direction * distance;
  };
  // The excess falls with r. Steps grow from one hundredth.
  constexpr double kFirstStep = 0.01;
  constexpr double kFarthest = 14;
  double known = std::log(guess);
  double value = excess(known);
  if (value == 0) return guess;
  const double sign = value > 0 ? 1 : -1;
  for (double step = kFirstStep;; step *= 2) {
    if (step > kFarthest) return std::nullopt;
    const double next = known + sign * step;
    const double beyond = excess(next);
    if (beyond == 0) return std::exp(next);
    if ((beyond > 0) != (value > 0)) {
      constexpr int kBits = 30;
      std::uintmax_t most = 60;
      const bool is_up = next > known;
      const auto [from, to] = boost::math::tools::toms748_solve(
          excess, is_up ? known : next, is_up ? next : known,
          is_up ? value : beyond, is_up ? beyond : value,
          boost::math::tools::eps_tolerance<double>(kBits), most);
      return std::exp((from + to) / 2);
    }
    known = next;
    value = beyond;
  }
}

}  // namespace

std::optional<RatioInterval> unlike_ratio(std::span<const RunSeries> series,
                                          std::span<const double> coefficients,
                                          double constant, double level) {
  const ScaledRight sides(series, coefficients, constant);
  const UnlikeSides plain = sides.at(1);
  if (!(plain.left_side() > 0) || !(plain.right_side() > 0)) {
    return std::nullopt;
  }
  RatioInterval result;
  const double guess = plain.left_side() / plain.right_side();
  const double estimate = ratio_with(sides, guess, 0, level).value_or(guess);
  result.estimate = estimate;
  if (!(level > 0)) return result;
  result.lower = ratio_with(sides, estimate, 1, level);
  result.upper = ratio_with(sides, estimate, -1, level);
  if (result.lower && result.upper) return result;
  const UnlikeSides scaled = sides.at(estimate);
  const double factor = std::exp(error_of(scaled.centre()) *
                                 student_quantile(level, scaled.centre().df) /
                                 scaled.right_side());
  result.is_on_log_scale = true;
  if (!result.lower) result.lower = estimate / factor;
  if (!result.upper) result.upper = estimate * factor;
  return result;
}

}  // namespace spl::statistics
