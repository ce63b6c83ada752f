#include "spl/statistics/interpretations/three_parts.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "spl/statistics/interpretations/mean_ratio.hpp"
#include "spl/statistics/interpretations/sign_flip.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/serial_correlation.hpp"

namespace spl::statistics {
namespace {

// From 12 up to this number of units, t is not trusted alone: a few contrasts,
// such as two-pointed ones, may be far from normal. With fewer than 12, signs
// can hardly decide.
constexpr std::size_t kGuardedUnits = 40;

// A proof with few units, as a fraction of the larger side.
constexpr double kTwofold = 0.5;

double confidence_of_proof(const LookSettings& settings) {
  constexpr double kMostAlpha = 0.01;
  return 1 - std::min(settings.alpha, kMostAlpha);
}

BlockContrasts typical_contrasts(const UnitMeans& means) {
  return block_contrasts(means.typical, means.coefficients, means.constant);
}

BlockContrasts plain_contrasts(const UnitMeans& means) {
  return block_contrasts(means.plain, means.coefficients, means.constant);
}

std::vector<double> values_of(const BlockContrasts& contrasts) {
  return clipped_values(contrasts, std::numeric_limits<double>::infinity());
}

// Returns the p-values of Student's t. If nothing varies, the sign of a value
// beyond rounding decides.
PartTest student(const Estimate& estimate) {
  constexpr double kAnyLevel = 0.01;
  const TestResult test = t_test(estimate, kAnyLevel);
  if (test.status == Status::kOk) return {*test.p_greater, *test.p_less};
  return {test.finding == Finding::kGreater ? 0.0 : 1.0,
          test.finding == Finding::kLess ? 0.0 : 1.0};
}

PartTest clipped_test(const BlockContrasts& contrasts, bool is_clipped) {
  const double limit = is_clipped ? clip_limit(contrasts)
                                  : std::numeric_limits<double>::infinity();
  const PartTest test =
      student(is_clipped ? clipped_mean_of(contrasts) : mean_of(contrasts));
  const std::size_t units = contrasts.excesses.size();
  if (units < kFewestUnits || units > kGuardedUnits) return test;
  const SignFlips flips =
      sign_flips(clipped_values(contrasts, limit), contrasts.rounding);
  return {std::max(test.p_greater, flips.p_greater),
          std::max(test.p_less, flips.p_less)};
}

PartTest sign_test(const BlockContrasts& contrasts) {
  const SignFlips flips =
      sign_flips(clipped_at_eighth(values_of(contrasts)), contrasts.rounding);
  return {flips.p_greater, flips.p_less};
}

// Returns the median over the units of the sum of the terms with this sign.
double side(const UnitMeans& means, double sign) {
  std::vector<double> sums(means.typical.front().excesses.size(), 0.0);
  for (std::size_t i = 0; i < means.typical.size(); ++i) {
    const double coefficient = sign * means.coefficients[i];
    if (!(coefficient > 0)) continue;
    const RunSeries& series = means.typical[i];
    for (std::size_t unit = 0; unit < sums.size(); ++unit) {
      sums[unit] += coefficient * (series.offset + series.excesses[unit]);
    }
  }
  return run_statistic(sums, RunStatistic::kMedian);
}

bool varies(const RunSeries& series) {
  const double first = series.excesses.front();
  return std::any_of(series.excesses.begin(), series.excesses.end(),
                     [&](double excess) { return excess != first; });
}

double smallest(const std::array<PartTest, kPartCount>& tests,
                const OfParts& shares, double PartTest::*direction) {
  double p = 1;
  for (const Part part : kParts) {
    const double share = shares.of(part);
    const double of_part = tests[static_cast<std::size_t>(part)].*direction;
    if (share > 0) p = std::min(p, of_part / share);
  }
  return p;
}

std::optional<UnlikeSides> unlike_sides(const UnitMeans& means) {
  if (are_alike_in_form(means.coefficients, means.constant)) {
    return std::nullopt;
  }
  return UnlikeSides(means.typical, means.coefficients, means.constant);
}

MeanLimits mean_limits_of(const UnitMeans& means,
                          const std::optional<UnlikeSides>& unlike) {
  const std::vector<double> plain = values_of(plain_contrasts(means));
  if (!unlike) return {typical_contrasts(means), plain};
  return {{unlike->centre().value, unlike->centre().rounding,
           unlike->left_weight()},
          plain};
}

}  // namespace

double seen_one_in(std::size_t count) {
  assert(count > 0);
  // 1 - 0.1^(1/count)
  return -1 / std::expm1(std::log(0.1) / static_cast<double>(count));
}

ThreeParts::ThreeParts(UnitMeans means)
    : means_(std::move(means)),
      is_clipped_(
          is_clippable(means_.typical, means_.coefficients, means_.constant)),
      nothing_varies_(
          std::none_of(means_.plain.begin(), means_.plain.end(), varies) &&
          std::none_of(means_.typical.begin(), means_.typical.end(), varies)),
      unlike_(unlike_sides(means_)),
      left_side_(unlike_ ? unlike_->left_side() : side(means_, 1)),
      right_side_(unlike_ ? unlike_->right_side() : side(means_, -1)),
      limits_(mean_limits_of(means_, unlike_)),
      tests_(unlike_ ? tests_of_unlike_sides(*unlike_)
                     : tests_of_like_sides()) {}

std::array<PartTest, kPartCount> ThreeParts::tests_of_like_sides() const {
  const BlockContrasts plain = plain_contrasts(means_);
  return {clipped_test(typical_contrasts(means_), is_clipped_),
          clipped_test(plain, units() >= kClippedUnits), sign_test(plain)};
}

std::array<PartTest, kPartCount> ThreeParts::tests_of_unlike_sides(
    const UnlikeSides& sides) const {
  const PartTest of_limits{limits_.level_of_greater(), limits_.level_of_less()};
  if (is_against_constant()) return {of_limits, PartTest(), of_limits};
  const PartTest plainly = student(sides.centre());
  const PartTest skewed = student(sides.centre_with_skewness());
  return {PartTest{std::max(plainly.p_greater, skewed.p_greater),
                   std::max(plainly.p_less, skewed.p_less)},
          PartTest(), of_limits};
}

bool ThreeParts::is_against_constant() const {
  return means_.constant != 0 && units() >= kFewestUnits;
}

std::size_t ThreeParts::units() const {
  return means_.typical.front().excesses.size();
}

const PartTest& ThreeParts::test(Part part) const {
  return tests_[static_cast<std::size_t>(part)];
}

PartTest ThreeParts::p(const OfParts& shares) const {
  return {smallest(tests_, shares, &PartTest::p_greater),
          smallest(tests_, shares, &PartTest::p_less)};
}

PartTest ThreeParts::p_of_proof(const OfParts& shares) const {
  const PartTest of_parts = p(shares);
  return {std::max(of_parts.p_greater, limits_.level_of_greater()),
          std::max(of_parts.p_less, limits_.level_of_less())};
}

Unseen ThreeParts::unseen() const {
  return {seen_one_in(units()),
          seen_one_in(std::max(means_.calls, std::size_t{1}))};
}

TestResult ThreeParts::typical_test(double right_factor, double level) const {
  std::vector<double> coefficients = means_.coefficients;
  for (double& coefficient : coefficients) {
    if (coefficient < 0) coefficient *= right_factor;
  }
  if (unlike_) {
    const double constant =
        means_.constant * (means_.constant < 0 ? right_factor : 1);
    return t_test(UnlikeSides(means_.typical, coefficients, constant).centre(),
                  level);
  }
  const BlockContrasts contrasts =
      block_contrasts(means_.typical, coefficients, 0);
  return t_test(is_clipped_ ? clipped_mean_of(contrasts) : mean_of(contrasts),
                level);
}

bool ThreeParts::excludes_typical_increase(const LookSettings& settings) const {
  if (settings.shares.typical_calls == 0) return true;
  const double level = settings.levels.typical_calls;
  return level > 0 &&
         typical_test(1 + settings.resolutions.typical_calls, level).finding ==
             Finding::kLess;
}

bool ThreeParts::excludes_typical_decrease(const LookSettings& settings) const {
  if (settings.shares.typical_calls == 0) return true;
  const double level = settings.levels.typical_calls;
  return level > 0 &&
         typical_test(1 - settings.resolutions.typical_calls, level).finding ==
             Finding::kGreater;
}

PartFindings ThreeParts::findings_without_variance() const {
  PartFindings findings;
  const BlockContrasts plain = plain_contrasts(means_);
  const double value = plain.offset + plain.excesses.front();
  findings.greater = findings.proven_greater = value > plain.rounding;
  findings.less = findings.proven_less = value < -plain.rounding;
  findings.no_increase = !findings.greater;
  findings.no_decrease = !findings.less;
  findings.no_typical_increase = findings.no_mean_increase =
      findings.no_increase;
  findings.no_typical_decrease = findings.no_mean_decrease =
      findings.no_decrease;
  return findings;
}

PartFindings ThreeParts::look(const LookSettings& settings) const {
  if (nothing_varies_) return findings_without_variance();
  // A part contradicts at this level.
  constexpr double kContradicts = 0.05;
  bool greater = false;
  bool less = false;
  bool leans_to_greater = false;
  bool leans_to_less = false;
  for (const Part part : kParts) {
    const PartTest& found = test(part);
    const double level = settings.levels.of(part);
    greater |= found.p_greater < level;
    less |= found.p_less < level;
    if (settings.shares.of(part) == 0) continue;
    leans_to_greater |= found.p_greater < kContradicts;
    leans_to_less |= found.p_less < kContradicts;
  }
  const bool denies_greater = (unlike_ ? mass_is_less() : leans_to_less) &&
                              limits_.lower(kConfidence) <= 0;
  const bool denies_less = (unlike_ ? mass_is_greater() : leans_to_greater) &&
                           limits_.upper(kConfidence) >= 0;
  PartFindings findings;
  findings.greater = greater && !denies_greater;
  findings.less = less && !denies_less;
  findings.greater_is_denied = greater && denies_greater;
  findings.less_is_denied = less && denies_less;
  // Events that few units do not show could make the side longer than the
  // constant.
  if (is_against_constant()) findings.less &= are_enough_for_less(settings);
  find_proofs(settings, findings);
  find_no_change(settings, findings);
  return findings;
}

bool ThreeParts::mass_is_less() const {
  constexpr double kContradicts = 0.95;
  return limits_.upper(kContradicts) < limits_.centre();
}

bool ThreeParts::mass_is_greater() const {
  constexpr double kContradicts = 0.95;
  return limits_.lower(kContradicts) > limits_.centre();
}

// The upper limit of the mean must be below 0, with enough units to show rare
// events, or by a factor of 2.
bool ThreeParts::are_enough_for_less(const LookSettings& settings) const {
  const bool are_many = units() >= kUnitsForProof;
  return limits_.upper(confidence_of_proof(settings)) <
         (are_many ? 0 : -kTwofold * right_side_);
}

void ThreeParts::find_proofs(const LookSettings& settings,
                             PartFindings& findings) const {
  if (units() < kFewestUnits || means_.calls < means_.needed_calls) return;
  const double confidence = confidence_of_proof(settings);
  const bool are_many = units() >= kUnitsForProof;
  findings.proven_less = findings.less && are_enough_for_less(settings);
  findings.proven_greater =
      findings.greater &&
      limits_.lower(confidence) > (are_many ? 0 : kTwofold * left_side_);
}

void ThreeParts::find_no_change(const LookSettings& settings,
                                PartFindings& findings) const {
  const double most = settings.resolutions.all_calls;
  const auto ratio =
      mean_ratio(means_.typical, means_.plain, means_.coefficients,
                 means_.constant, kConfidence);
  findings.no_typical_increase = excludes_typical_increase(settings);
  findings.no_typical_decrease = excludes_typical_decrease(settings);
  // Also relative to typical calls: where slow runs are many, the limits of the
  // ratio alone miss more.
  const double typical = most * right_side_;
  findings.no_mean_increase = ratio && ratio->upper <= 1 + most &&
                              limits_.upper(kConfidence) <= typical;
  findings.no_mean_decrease = ratio && ratio->lower >= 1 - most &&
                              limits_.lower(kConfidence) >= -typical;
  if (!ratio || units() < kUnitsForNoChange) return;
  const double above =
      std::max(ratio->upper - 1, limits_.upper(kConfidence) / right_side_);
  const double below =
      std::max(1 - ratio->lower, -limits_.lower(kConfidence) / right_side_);
  findings.no_increase = findings.no_typical_increase &&
                         findings.no_mean_increase &&
                         are_enough_calls(most - above);
  findings.no_decrease = findings.no_typical_decrease &&
                         findings.no_mean_decrease &&
                         are_enough_calls(most - below);
}

// The size of an unseen event that turns the finding grows with the calls and
// with the margin.
bool ThreeParts::are_enough_calls(double margin) const {
  constexpr double kUsual = 0.05;
  const double needed = static_cast<double>(means_.needed_calls) * kUsual /
                        std::max(margin, kUsual);
  return static_cast<double>(means_.calls) >= needed;
}

double ThreeParts::serial_correlation() const {
  return statistics::serial_correlation(values_of(typical_contrasts(means_)));
}

SlowUnits ThreeParts::slow_units() const {
  constexpr double kFar = 6;
  const double centre = limits_.centre();
  std::vector<double> typical = values_of(typical_contrasts(means_));
  std::vector<double> plain = values_of(plain_contrasts(means_));
  std::vector<double> distances;
  for (double& one : typical) one -= centre;
  for (double& one : plain) distances.push_back(std::abs(one -= centre));
  const double limit = kFar * run_statistic(distances, RunStatistic::kMedian);
  SlowUnits result;
  std::size_t runs = 0;
  for (std::size_t unit = 0; unit < plain.size(); ++unit) {
    if (!(std::abs(plain[unit]) > limit)) continue;
    ++(plain[unit] > 0 ? result.left : result.right);
    if (std::abs(typical[unit]) > std::abs(plain[unit]) / 2) ++runs;
  }
  result.are_runs = 2 * runs > result.left + result.right;
  return result;
}

}  // namespace spl::statistics
