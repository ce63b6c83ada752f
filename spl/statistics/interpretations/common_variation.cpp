#include "spl/statistics/interpretations/common_variation.hpp"

#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace spl::statistics {
namespace {

constexpr double kFewestDf = 0.1;
constexpr double kMostDf = 1e6;

/// The mean of the logarithm of a variance that is 1, by its degrees of
/// freedom.
double bias_of_logarithm(double df) {
  return boost::math::digamma(df / 2) - std::log(df / 2);
}

double variance_of_logarithm(double df) {
  return boost::math::trigamma(df / 2);
}

/// Returns the degrees of freedom with which the logarithm of a variance
/// varies so much, from kFewestDf to kMostDf.
double df_of_logarithm(double variance) {
  const auto excess = [&](double log_df) {
    return variance_of_logarithm(std::exp(log_df)) - variance;
  };
  const double fewest = std::log(kFewestDf);
  const double most = std::log(kMostDf);
  if (excess(fewest) <= 0) return kFewestDf;
  if (excess(most) >= 0) return kMostDf;
  constexpr int kBits = 20;
  std::uintmax_t steps = 100;
  const auto found = boost::math::tools::bisect(
      excess, fewest, most, boost::math::tools::eps_tolerance<double>(kBits),
      steps);
  return std::exp((found.first + found.second) / 2);
}

}  // namespace

Variation variation_of(const Estimate& estimate) {
  if (!(estimate.scale > 0)) return {};
  return {estimate.variance / estimate.scale, estimate.df};
}

std::optional<Variation> common_variation(
    std::span<const Variation> variations) {
  std::vector<double> logarithms;
  double expected = 0;
  double all_df = 0;
  for (const Variation& one : variations) {
    if (!(one.relative > 0) || !(one.df > 0)) continue;
    logarithms.push_back(std::log(one.relative) - bias_of_logarithm(one.df));
    expected += variance_of_logarithm(one.df);
    all_df += one.df;
  }
  if (logarithms.size() < kFewestCommon) return std::nullopt;
  const Moments found = moments(logarithms);
  const double excess =
      found.variance() - expected / static_cast<double>(logarithms.size());
  const double df = std::min(all_df, df_of_logarithm(excess));
  if (df <= kFewestDf) return std::nullopt;
  return Variation{std::exp(found.mean() + bias_of_logarithm(df)), df};
}

Estimate with_common(Estimate own, const Variation& common) {
  if (!(own.variance > 0)) return own;
  const double df = own.df + common.df;
  const double mean =
      (own.df * own.variance + common.df * common.relative * own.scale) / df;
  own.variance = std::max(own.variance, mean);
  own.df = df;
  return own;
}

}  // namespace spl::statistics
