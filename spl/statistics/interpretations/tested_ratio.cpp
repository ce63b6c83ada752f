#include "spl/statistics/interpretations/tested_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/interpretations/sign_flip.hpp"
#include "spl/statistics/run_statistic.hpp"

namespace spl::statistics {
namespace {

constexpr double kAll = std::numeric_limits<double>::infinity();

// From the fewest up to this number of units, t is not trusted alone: some
// contrasts, such as two-pointed ones, may be far from normal. Signs of fewer
// cannot decide.
constexpr std::size_t kGuardedUnits = 40;

PartTest larger(const PartTest& one, const PartTest& other) {
  return {std::max(one.p_greater, other.p_greater),
          std::max(one.p_less, other.p_less)};
}

PartTest flips(std::span<const double> contrasts, double rounding) {
  const SignFlips found = sign_flips(contrasts, rounding);
  return {found.p_greater, found.p_less};
}

PartTest guarded(const PartTest& test, std::span<const double> contrasts,
                 double rounding, bool are_few) {
  const bool is_guarded = !are_few && contrasts.size() <= kGuardedUnits;
  return is_guarded ? larger(test, flips(contrasts, rounding)) : test;
}

PartTest clipped_test(const BlockContrasts& contrasts, bool is_clipped,
                      bool are_few) {
  const PartTest test =
      student(is_clipped ? clipped_mean_of(contrasts) : mean_of(contrasts));
  const double limit = is_clipped ? clip_limit(contrasts) : kAll;
  return guarded(test, clipped_values(contrasts, limit), contrasts.rounding,
                 are_few);
}

PartTest sign_test(const BlockContrasts& contrasts) {
  return flips(clipped_at_eighth(clipped_values(contrasts, kAll)),
               contrasts.rounding);
}

PartTest unlike_test(const UnlikeSides& sides, bool are_few) {
  const PartTest test = student(sides.centre());
  if (are_few) return larger(test, student(sides.centre_with_skewness()));
  return guarded(test, sides.distances(), sides.centre().rounding, false);
}

std::optional<RelativeLevels> levels_if(bool needed, const UnitMeans& means,
                                        std::span<const RunSeries> series) {
  if (!needed) return std::nullopt;
  const bool is_mean = means.constant != 0 && means.are_few();
  return RelativeLevels(series, means.coefficients, is_mean);
}

double median_side(const UnitMeans& means,
                   const std::optional<RelativeLevels>& levels,
                   const std::vector<double>& side, double sign) {
  if (!levels) return run_statistic(side, RunStatistic::kMedian);
  const UnlikeSides sides(*levels, means.coefficients, means.constant);
  return sign > 0 ? sides.left_side() : sides.right_side();
}

double median_of(const std::vector<double>& numbers) {
  return run_statistic(numbers, RunStatistic::kMedian);
}

std::vector<double> scaled(const UnitMeans& means, double ratio) {
  std::vector<double> result = means.coefficients;
  for (double& one : result) {
    if (one < 0) one *= ratio;
  }
  return result;
}

BlockContrasts contrasts(const UnitMeans& means,
                         std::span<const RunSeries> series, double ratio) {
  return block_contrasts(series, scaled(means, ratio), means.constant);
}

}  // namespace

TestedRatio::TestedRatio(UnitMeans means)
    : means_(std::move(means)),
      are_alike_(are_alike_in_form(means_.coefficients, means_.constant)),
      is_clippable_(
          is_clippable(means_.typical, means_.coefficients, means_.constant)),
      typical_levels_(levels_if(!are_alike_, means_, means_.typical)),
      plain_levels_(
          levels_if(!are_alike_ && means_.are_few(), means_, means_.plain)),
      typical_sides_(unit_sides(means_, means_.typical)),
      plain_sides_(unit_sides(means_, means_.plain)),
      left_side_(median_side(means_, typical_levels_, typical_sides_.left, 1)),
      right_side_(
          median_side(means_, typical_levels_, typical_sides_.right, -1)),
      mean_(means_, typical_levels_ ? &*typical_levels_ : nullptr) {}

// Against a constant, which has no tails, limits of the mean decide both parts.
bool TestedRatio::is_decided_by_mean(Part part) const {
  if (are_alike_ || means_.are_few()) return false;
  return means_.constant != 0 || part == Part::kAllRuns;
}

const std::vector<RunSeries>& TestedRatio::series_of(Part part) const {
  return part == Part::kTypicalCalls ? means_.typical : means_.plain;
}

const RelativeLevels& TestedRatio::levels_of(Part part) const {
  return part == Part::kTypicalCalls ? *typical_levels_ : *plain_levels_;
}

const UnitSides& TestedRatio::sides_of(Part part) const {
  return part == Part::kTypicalCalls ? typical_sides_ : plain_sides_;
}

bool TestedRatio::is_clipped(Part part) const {
  return part == Part::kTypicalCalls ? is_clippable_
                                     : means_.units() >= kClippedUnits;
}

PartTest TestedRatio::test(Part part) const {
  if (!is_decided_by_mean(part)) return test_at(part, 1);
  if (part == Part::kAllCalls) return {};
  return {mean_.level_of_greater(), mean_.level_of_less()};
}

PartTest TestedRatio::test_at(Part part, double ratio) const {
  if (!are_alike_) {
    if (part != Part::kTypicalCalls && !means_.are_few()) return {};
    return unlike_test(
        UnlikeSides(levels_of(part), scaled(means_, ratio), means_.constant),
        means_.are_few());
  }
  const BlockContrasts of_units = contrasts(means_, series_of(part), ratio);
  return part == Part::kAllRuns
             ? sign_test(of_units)
             : clipped_test(of_units, is_clipped(part), means_.are_few());
}

RatioSet TestedRatio::set(Part part, double level) const {
  if (!means_.are_few() || !(level > 0)) return set_of_part(part, level);
  constexpr double kRounding = 1 + 1e-9;
  const double chance =
      std::pow(kTwofoldByChance, static_cast<double>(means_.units()));
  if (chance > level / 2 * kRounding) return set_of_part(part, level);
  return common(set_of_part(part, level / 2), twofold(part));
}

RatioSet TestedRatio::set_of_part(Part part, double level) const {
  if (!(level > 0)) return {};
  const bool asks_all_calls = part == Part::kAllCalls && !means_.are_few();
  if (!are_alike_ && asks_all_calls) return {};
  if (is_decided_by_mean(part)) {
    return {mean_.lower(1 - level), mean_.upper(1 - level)};
  }
  if (means_.constant != 0) return set_of_shifts(part, level);
  const UnitSides& sides = sides_of(part);
  const double guess = median_of(sides.left) / median_of(sides.right);
  if (!(guess > 0) || !std::isfinite(guess)) {
    // There is no scale: only the ratio that is asked for is tested.
    const PartTest found = test_at(part, 1);
    return {found.p_greater < level ? kAll : 0,
            found.p_less < level ? 0 : kAll};
  }
  return search_ratios([&](double ratio) { return test_at(part, ratio); },
                       guess, level);
}

RatioSet TestedRatio::set_of_shifts(Part part, double level) const {
  const UnlikeSides sides(levels_of(part), means_.coefficients,
                          means_.constant);
  return {1 + sides.limit(-1, level) / sides.right_side(),
          1 + sides.limit(1, level) / sides.right_side()};
}

RatioSet TestedRatio::twofold(Part part) const {
  const UnitSides& sides = sides_of(part);
  const auto [least_left, most_left] = std::ranges::minmax_element(sides.left);
  const auto [least_right, most_right] =
      std::ranges::minmax_element(sides.right);
  RatioSet result;
  if (*least_left > 0) result.lower = *least_left / (2 * *most_right);
  if (*least_right > 0) result.upper = 2 * *most_left / *least_right;
  return result;
}

namespace {

bool all_exceed(const std::vector<double>& one,
                const std::vector<double>& other) {
  for (std::size_t unit = 0; unit < one.size(); ++unit) {
    if (!(one[unit] > kMuch * other[unit])) return false;
  }
  return true;
}

}  // namespace

bool TestedRatio::all_show_greater(Part part) const {
  return all_exceed(sides_of(part).left, sides_of(part).right);
}

bool TestedRatio::all_show_less(Part part) const {
  return all_exceed(sides_of(part).right, sides_of(part).left);
}

std::optional<double> TestedRatio::typical_estimate() const {
  if (is_decided_by_mean(Part::kTypicalCalls)) {
    if (!mean_.exists()) return std::nullopt;
    return mean_.estimate();
  }
  if (!(left_side_ > 0) || !(right_side_ > 0)) return std::nullopt;
  const double ratio = left_side_ / right_side_;
  if (!are_alike_) return ratio;
  return balanced_ratio(
      [this](double one) {
        const auto of_units = contrasts(means_, means_.typical, one);
        return is_clippable_ ? clipped_mean_of(of_units) : mean_of(of_units);
      },
      ratio);
}

}  // namespace spl::statistics
