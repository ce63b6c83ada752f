#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "spl/statistics/interpretations/ratio_search.hpp"
#include "spl/statistics/interpretations/tested_ratio.hpp"
#include "spl/statistics/interpretations/unit_means.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

/// The default method: three questions about the same units, blocks or layouts,
/// of two sides.
///
/// All answers of a look are read from the ratios of left over right that the
/// parts do not reject at its levels (tested_ratio.hpp): "greater" if all of a
/// part's ratios are above 1, "less" if all are below. The sets do not depend
/// on the factor of a relation, so answers are monotone in it and agree with
/// the intervals that are shown.
///
/// The parts rest on the exchange of equal code inside a unit, which sides that
/// are alike in form allow. If sides differ in form (2a <= b + c), typical
/// calls are tested by pairs of performances (UnlikeSides), with fewer than 12
/// units by the larger p of Student's t and of Hall's correction for skewness;
/// all runs are tested by the limits of the mean; the second part is not
/// tested. Against a constant (a <= 105 ns), which has no tails, these limits
/// test both from 12 units on, and that it is longer is found like a proof:
/// from the units that are needed on, or if it is a factor of 2. With fewer
/// than 12 units it takes a factor of 2.
///
/// That a side is longer than a constant rests on no exchange, but on the shape
/// of noise: a mean of few units lies above the true mean too often if noise is
/// skewed down, and if half of the units are fast, a few are all slow. Fewer
/// than 20 units say so only at a tenth of the level, and only as many as half
/// of which are seldom all on one side, or by a factor of 2.
namespace spl::statistics {

/// The largest changes that are of no interest, as fractions of the right side.
struct Resolutions {
  double typical_calls = 0.02;
  double all_calls = 0.05;
};

/// The levels and resolutions of a look.
struct LookSettings {
  OfParts levels;
  double alpha = 0.01;  ///< The level of the relation, for all looks together.
  OfParts shares = kBothShares;
  Resolutions resolutions;
};

/// The findings of a look about left - right.
struct PartFindings {
  /// A part is below its level, and no other contradicts.
  bool greater = false;
  bool less = false;
  /// A part is below its level, but another part contradicts, and the limit of
  /// the mean does not exclude that.
  bool greater_is_denied = false;
  bool less_is_denied = false;
  /// The limit of the mean is on that side, too, and there are enough units.
  bool proven_greater = false;
  bool proven_less = false;
  /// Where one side is a constant: how far the ratio may be on that side in
  /// view of events that few units do not show. There is no finding unless 1 is
  /// beyond.
  double upper_with_unseen = 0;
  double lower_with_unseen = std::numeric_limits<double>::infinity();
  /// Too few units show a longer side, which is not called no longer: all by
  /// more than a quarter, or, of a constant, the part that has the level.
  bool suggests_greater = false;
  bool suggests_less = false;
  /// Typical calls exclude a change of their resolution, the limit of the mean
  /// excludes one of the mean's resolution, and there are enough units and
  /// calls.
  bool no_increase = false;
  bool no_decrease = false;
  /// The two conditions for that, whatever the numbers of units and calls.
  bool no_typical_increase = false;
  bool no_typical_decrease = false;
  bool no_mean_increase = false;
  bool no_mean_decrease = false;
  /// The ratios that each part does not reject.
  std::array<RatioSet, kPartCount> sets;

  [[nodiscard]] const RatioSet& set(Part part) const {
    return sets[static_cast<std::size_t>(part)];
  }
};

/// Numbers of units whose plain contrasts are more than six times the median
/// distance off the centre: above it (the left side was slow) and below.
struct SlowUnits {
  std::size_t left = 0;
  std::size_t right = 0;
  /// Whether the typical calls of most are as far off: whole runs were slow.
  bool are_runs = false;
};

/// The numbers n for which an event in 1 of n processes or calls is seen with
/// 90 % probability. Rarer events may be unseen.
struct Unseen {
  double processes = 0;
  double calls = 0;
};

/// Returns n such that an event in 1 of n is seen among `count`, at least one,
/// with 90 % probability.
[[nodiscard]] double seen_one_in(std::size_t count);

class ThreeParts {
 public:
  /// The most units that exclude a change of the mean: an event in 1 of 12
  /// processes is then seen with 90 % probability. Fewer are enough if fewer
  /// are needed (UnitMeans::needed). An event of 1 of 500 calls that comes to 5
  /// % of the mean takes the time of 25 calls. If the limits of the mean leave
  /// a wider margin, fewer calls are enough to keep that size.
  static constexpr std::size_t kUnitsForNoChange = 27;
  /// The confidence at which limits of the mean are shown and exclude changes.
  static constexpr double kConfidence = 0.9;

  /// Takes at least two units.
  explicit ThreeParts(UnitMeans means);

  [[nodiscard]] std::size_t units() const { return ratio_.means().units(); }
  [[nodiscard]] const PartTest& test(Part part) const;
  [[nodiscard]] PartFindings look(const LookSettings& settings) const;

  /// Returns one p-value for each direction, from all parts (Bonferroni).
  [[nodiscard]] PartTest p(const OfParts& shares) const;
  /// Returns the same for proofs, with which the limits of the mean must agree.
  [[nodiscard]] PartTest p_of_proof(const OfParts& shares) const;

  [[nodiscard]] const TestedRatio& ratio() const { return ratio_; }
  /// Changes are fractions of the right side.
  [[nodiscard]] double right_side() const { return ratio_.right_side(); }
  [[nodiscard]] double left_side() const { return ratio_.left_side(); }
  [[nodiscard]] Unseen unseen() const;
  [[nodiscard]] SlowUnits slow_units() const;
  /// Returns the correlation of typical contrasts, as z
  /// (serial_correlation.hpp).
  [[nodiscard]] double serial_correlation() const;
  /// Whether all numbers of each side are equal, as they will be in further
  /// units.
  [[nodiscard]] bool nothing_varies() const { return nothing_varies_; }

 private:
  [[nodiscard]] const MeanRatio& mean() const { return ratio_.mean(); }
  [[nodiscard]] bool are_few() const { return ratio_.means().are_few(); }
  /// Returns p-values in which few units have to show more to exceed a
  /// constant.
  [[nodiscard]] PartTest of_limit(PartTest found) const;
  /// The probability that all units lie on one side of the middle.
  [[nodiscard]] double chance_of_one_side() const;
  [[nodiscard]] PartFindings findings_without_variance() const;
  void find_differences(const LookSettings& settings,
                        PartFindings& findings) const;
  /// Leaves open what too few units show of a constant.
  void doubt_limit(const LookSettings& settings, PartFindings& findings) const;
  /// Whether another part points the other way and the limit of the mean does
  /// not exclude that.
  [[nodiscard]] bool denies_greater(const LookSettings& settings) const;
  [[nodiscard]] bool denies_less(const LookSettings& settings) const;
  /// The limits of the mean in a proof.
  [[nodiscard]] double mean_upper(const LookSettings& settings) const;
  [[nodiscard]] double mean_lower(const LookSettings& settings) const;
  void find_proofs(const LookSettings& settings, PartFindings& findings) const;
  /// Returns whether an unseen event that takes 25 calls' time comes to no more
  /// than the margin, a fraction of the right side.
  [[nodiscard]] bool are_enough_calls(double margin) const;
  void find_no_change(const LookSettings& settings,
                      PartFindings& findings) const;

  TestedRatio ratio_;
  bool nothing_varies_;
  std::array<PartTest, kPartCount> tests_;
};

/// Returns the units that exclude a change of the mean.
[[nodiscard]] std::size_t units_for_no_change(const Needed& needed);

/// Returns the part that has all of alpha if there are fewer than 12 units.
[[nodiscard]] Part part_of_few(const OfParts& shares);

}  // namespace spl::statistics
