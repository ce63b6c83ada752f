#include "spl/statistics/interpretations/three_parts.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/run_statistic.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::statistics {
namespace {

// A proof with few units.
constexpr double kTwofold = 2;

// From this number of units on, means are near enough to normal for limits.
constexpr std::size_t kUnitsForLimit = 20;
// Of a level, for a side that is longer than a limit by fewer units.
constexpr double kShareOfLimit = 0.1;

double confidence_of_proof(const LookSettings& settings) {
  constexpr double kMostAlpha = 0.01;
  return 1 - std::min(settings.alpha, kMostAlpha);
}

BlockContrasts contrasts(const UnitMeans& means,
                         const std::vector<RunSeries>& series) {
  return block_contrasts(series, means.coefficients, means.constant);
}

std::vector<double> values_of(const BlockContrasts& contrasts) {
  return clipped_values(contrasts, std::numeric_limits<double>::infinity());
}

bool varies(const RunSeries& series) {
  const double first = series.excesses.front();
  return std::ranges::any_of(series.excesses,
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

// The centre from which units are far.
double centre_of(const TestedRatio& ratio) {
  const UnitMeans& means = ratio.means();
  if (ratio.are_alike()) return huber_centre(contrasts(means, means.typical));
  return ratio.left_side() - ratio.right_side();
}

}  // namespace

double seen_one_in(std::size_t count) {
  assert(count > 0);
  // 1 - 0.1^(1/count)
  return -1 / std::expm1(std::log(0.1) / static_cast<double>(count));
}

std::size_t units_for_no_change(const Needed& needed) {
  return std::min(needed.units, ThreeParts::kUnitsForNoChange);
}

Part part_of_few(const OfParts& shares) {
  return shares.typical_calls > 0 ? Part::kTypicalCalls : Part::kAllCalls;
}

ThreeParts::ThreeParts(UnitMeans means)
    : ratio_(std::move(means)),
      nothing_varies_(std::ranges::none_of(ratio_.means().plain, varies) &&
                      std::ranges::none_of(ratio_.means().typical, varies)) {
  for (const Part part : kParts) {
    tests_[static_cast<std::size_t>(part)] = ratio_.test(part);
  }
}

const PartTest& ThreeParts::test(Part part) const {
  return tests_[static_cast<std::size_t>(part)];
}

PartTest ThreeParts::p(const OfParts& shares) const {
  if (!are_few()) {
    return of_limit({smallest(tests_, shares, &PartTest::p_greater),
                     smallest(tests_, shares, &PartTest::p_less)});
  }
  // Half of the level for each.
  const Part part = part_of_few(shares);
  const RatioSet twofold = ratio_.twofold(part);
  const double chance =
      std::pow(kTwofoldByChance, static_cast<double>(units()));
  const auto p = [chance](double of_part, bool is_twofold) {
    return std::min(1.0, 2 * std::min(of_part, is_twofold ? chance : 1.0));
  };
  const PartTest found = of_limit(test(part));
  return {p(found.p_greater, twofold.lower > 1),
          p(found.p_less, twofold.upper < 1)};
}

PartTest ThreeParts::of_limit(PartTest found) const {
  const double constant = ratio_.means().constant;
  if (constant == 0 || units() >= kUnitsForLimit) return found;
  double& longer = constant < 0 ? found.p_greater : found.p_less;
  longer =
      std::min(1.0, std::max(longer / kShareOfLimit, chance_of_one_side()));
  return found;
}

double ThreeParts::chance_of_one_side() const {
  return std::pow(0.5, static_cast<double>(units()));
}

PartTest ThreeParts::p_of_proof(const OfParts& shares) const {
  const PartTest of_parts = p(shares);
  return {std::max(of_parts.p_greater, mean().level_of_greater()),
          std::max(of_parts.p_less, mean().level_of_less())};
}

Unseen ThreeParts::unseen() const {
  return {seen_one_in(units()),
          seen_one_in(std::max(ratio_.means().calls, std::size_t{1}))};
}

PartFindings ThreeParts::findings_without_variance() const {
  PartFindings findings;
  const BlockContrasts plain = contrasts(ratio_.means(), ratio_.means().plain);
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
  PartFindings findings;
  for (const Part part : kParts) {
    findings.sets[static_cast<std::size_t>(part)] =
        ratio_.set(part, settings.levels.of(part));
  }
  find_differences(settings, findings);
  find_proofs(settings, findings);
  find_no_change(settings, findings);
  return findings;
}

void ThreeParts::find_differences(const LookSettings& settings,
                                  PartFindings& findings) const {
  bool greater = false;
  bool less = false;
  for (const RatioSet& one : findings.sets) {
    greater |= one.lower > 1;
    less |= one.upper < 1;
  }
  findings.greater_is_denied = greater && denies_greater(settings);
  findings.less_is_denied = less && denies_less(settings);
  findings.greater = greater && !findings.greater_is_denied;
  findings.less = less && !findings.less_is_denied;
  const Part asked = part_of_few(settings.shares);
  // Events that few units do not show could make the side longer than the
  // constant on the other side.
  const double constant = ratio_.means().constant;
  if (constant < 0) {
    findings.upper_with_unseen =
        are_few() ? ratio_.twofold(asked).upper : mean_upper(settings);
    findings.less &= findings.upper_with_unseen < 1;
  } else if (constant > 0) {
    findings.lower_with_unseen =
        are_few() ? ratio_.twofold(asked).lower : mean_lower(settings);
    findings.greater &= findings.lower_with_unseen > 1;
  }
  findings.suggests_greater = ratio_.all_show_greater(asked);
  findings.suggests_less = ratio_.all_show_less(asked);
  if (constant != 0) doubt_limit(settings, findings);
}

void ThreeParts::doubt_limit(const LookSettings& settings,
                             PartFindings& findings) const {
  const bool is_right = ratio_.means().constant < 0;
  bool& found = is_right ? findings.greater : findings.less;
  if (!found || units() >= kUnitsForLimit) return;
  const auto is_found = [&](const RatioSet& set) {
    return is_right ? set.lower > 1 : set.upper < 1;
  };
  if (are_few() && is_found(ratio_.twofold(part_of_few(settings.shares)))) {
    return;
  }
  for (const Part part : kParts) {
    const double level = settings.levels.of(part) / (are_few() ? 2 : 1);
    if (chance_of_one_side() <= level &&
        is_found(ratio_.set_of_part(part, level * kShareOfLimit))) {
      return;
    }
  }
  found = false;
  (is_right ? findings.suggests_greater : findings.suggests_less) = true;
}

// A part contradicts at this level.
constexpr double kContradicts = 0.05;

bool ThreeParts::denies_greater(const LookSettings& settings) const {
  if (mean().lower(kConfidence) > 1) return false;
  if (!ratio_.are_alike()) return mean().is_below_typical();
  return std::ranges::any_of(kParts, [&](Part part) {
    return settings.shares.of(part) > 0 &&
           ratio_.set_of_part(part, kContradicts).upper < 1;
  });
}

bool ThreeParts::denies_less(const LookSettings& settings) const {
  if (mean().upper(kConfidence) < 1) return false;
  if (!ratio_.are_alike()) return mean().is_above_typical();
  return std::ranges::any_of(kParts, [&](Part part) {
    return settings.shares.of(part) > 0 &&
           ratio_.set_of_part(part, kContradicts).lower > 1;
  });
}

// By a factor of 2 further without enough units to show rare events.
double ThreeParts::mean_upper(const LookSettings& settings) const {
  return mean().upper(confidence_of_proof(settings)) *
         (units() >= ratio_.means().needed.units ? 1 : kTwofold);
}

double ThreeParts::mean_lower(const LookSettings& settings) const {
  return mean().lower(confidence_of_proof(settings)) /
         (units() >= ratio_.means().needed.units ? 1 : kTwofold);
}

// Too few units or calls to show rare events prove a factor of 2 in all units:
// no budget allows more runs of slow code. Where there will be no more units,
// they also prove what the limits leave by a quarter.
void ThreeParts::find_proofs(const LookSettings& settings,
                             PartFindings& findings) const {
  const UnitMeans& means = ratio_.means();
  const bool are_last = are_few() || (!means.needed.may_have_more &&
                                      units() < means.needed.units);
  if (are_last || means.calls < means.needed.calls) {
    const Part asked = part_of_few(settings.shares);
    const RatioSet twofold = ratio_.twofold(asked);
    const RatioSet& set = findings.set(asked);
    const double confidence = confidence_of_proof(settings);
    const auto is_far_below = [&] {
      return are_last && set.upper < 1 / kMuch &&
             mean().upper(confidence) < 1 / kMuch;
    };
    const auto is_far_above = [&] {
      return are_last && set.lower > kMuch && mean().lower(confidence) > kMuch;
    };
    findings.proven_less =
        findings.less && (twofold.upper < 1 || is_far_below());
    findings.proven_greater =
        findings.greater && (twofold.lower > 1 || is_far_above());
    return;
  }
  findings.proven_less = findings.less && mean_upper(settings) < 1;
  findings.proven_greater = findings.greater && mean_lower(settings) > 1;
}

void ThreeParts::find_no_change(const LookSettings& settings,
                                PartFindings& findings) const {
  const Resolutions& resolutions = settings.resolutions;
  const bool asks_typical = settings.shares.typical_calls > 0;
  const RatioSet& typical = findings.set(Part::kTypicalCalls);
  findings.no_typical_increase =
      !asks_typical || typical.upper < 1 + resolutions.typical_calls;
  findings.no_typical_decrease =
      !asks_typical || typical.lower > 1 - resolutions.typical_calls;
  if (!mean().exists()) return;
  const double above = mean().increase(kConfidence);
  const double below = mean().decrease(kConfidence);
  findings.no_mean_increase = above <= resolutions.all_calls;
  findings.no_mean_decrease = below <= resolutions.all_calls;
  if (units() < units_for_no_change(ratio_.means().needed)) return;
  findings.no_increase = findings.no_typical_increase &&
                         findings.no_mean_increase &&
                         !findings.suggests_greater &&
                         are_enough_calls(resolutions.all_calls - above);
  findings.no_decrease = findings.no_typical_decrease &&
                         findings.no_mean_decrease && !findings.suggests_less &&
                         are_enough_calls(resolutions.all_calls - below);
}

// The size of an unseen event that turns the finding grows with the calls and
// with the margin.
bool ThreeParts::are_enough_calls(double margin) const {
  constexpr double kUsual = 0.05;
  const UnitMeans& means = ratio_.means();
  const double needed = static_cast<double>(means.needed.calls) * kUsual /
                        std::max(margin, kUsual);
  return static_cast<double>(means.calls) >= needed;
}

double ThreeParts::serial_correlation() const {
  const UnitMeans& means = ratio_.means();
  return statistics::serial_correlation(
      values_of(contrasts(means, means.typical)));
}

SlowUnits ThreeParts::slow_units() const {
  constexpr double kFar = 6;
  const UnitMeans& means = ratio_.means();
  const double centre = centre_of(ratio_);
  std::vector<double> typical = values_of(contrasts(means, means.typical));
  std::vector<double> plain = values_of(contrasts(means, means.plain));
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
