#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "spl/statistics/interpretations/block_contrasts.hpp"
#include "spl/statistics/interpretations/mean_limits.hpp"
#include "spl/statistics/interpretations/unlike_sides.hpp"
#include "spl/statistics/run_series.hpp"
#include "spl/statistics/sequential/look_levels.hpp"
#include "spl/statistics/t_test.hpp"

/// The method of the default: three questions about the same units, blocks or
/// layouts, of two sides.
///
/// Where the sides are alike in form equal code may be exchanged inside a unit,
/// which the parts rest on. Where they are not (2a <= b + c) typical calls are
/// tested by where pairs of performances centre (UnlikeSides), with Student's t
/// and with Johnson's correction for skewness, the larger p of both, and all
/// runs by the limits of the mean; the second part asks nothing. Against a
/// constant (a <= 105 ns), which has no tails, both are asked by these limits
/// from 12 units on, and less is found as a proof is, from 40 units on or of a
/// factor of 2.
namespace spl::statistics {

/// What was measured: for each performance the trimmed and the plain mean of
/// each unit, as many of all. `coefficients` are those of left - right.
struct UnitMeans {
  std::vector<RunSeries> typical;
  std::vector<RunSeries> plain;
  std::vector<double> coefficients;
  std::size_t calls = 0;  ///< Of the performance that was called least.
  double constant = 0;    ///< Of left - right.
};

struct PartTest {
  double p_greater = 1;
  double p_less = 1;
};

/// The changes that are of no interest, as fractions of the right side.
struct Resolutions {
  double typical_calls = 0.02;
  double all_calls = 0.05;
};

/// At what levels a look asks.
struct LookSettings {
  OfParts levels;
  double alpha = 0.01;  ///< Of the relation, all looks together.
  OfParts shares = kBothShares;
  Resolutions resolutions;
};

/// What a look finds of left - right.
struct PartFindings {
  /// A part is below its level, and no other contradicts.
  bool greater = false;
  bool less = false;
  /// A part is below its level, but another one points the other way, and the
  /// limit of the mean does not exclude that.
  bool greater_is_denied = false;
  bool less_is_denied = false;
  /// The mean's own limit is on that side, too, and enough units were seen.
  bool proven_greater = false;
  bool proven_less = false;
  /// Typical calls rule a change of the resolution out, the limit of the mean
  /// does so of the mean's resolution, and enough units and calls were seen.
  bool no_increase = false;
  bool no_decrease = false;
  /// Of these the parts, whatever was seen.
  bool no_typical_increase = false;
  bool no_typical_decrease = false;
  bool no_mean_increase = false;
  bool no_mean_decrease = false;
};

/// Units whose plain contrasts are more than six times their median distance
/// off the centre, above it (the left side was slow) and below.
struct SlowUnits {
  std::size_t left = 0;
  std::size_t right = 0;
  /// Most of them have typical calls as far off: whole runs were slow.
  bool are_runs = false;
};

/// The greatest number of processes or calls of which nine of ten experiments
/// show what one in so many does.
struct Unseen {
  double processes = 0;  ///< What fewer than 1 of that many do may be unseen.
  double calls = 0;
};

/// The largest share of so many that none shows in one experiment of ten, as 1
/// in how many; at least one was seen.
[[nodiscard]] double seen_one_in(std::size_t count);

class ThreeParts {
 public:
  /// What a statement that a mean rises or falls nowhere needs: what 1 of 12
  /// processes or 1 of 500 calls does was then seen with 90 %.
  static constexpr std::size_t kUnitsForNoChange = 27;
  static constexpr std::size_t kCallsForMeans = 1152;
  /// What a proof needs; a factor of 2 is one from `kFewestUnits` on.
  static constexpr std::size_t kUnitsForProof = 40;
  /// At which limits of the mean are shown and exclude changes.
  static constexpr double kConfidence = 0.9;

  /// At least two units.
  explicit ThreeParts(UnitMeans means);

  [[nodiscard]] std::size_t units() const;
  [[nodiscard]] const PartTest& test(Part part) const;
  [[nodiscard]] PartFindings look(const LookSettings& settings) const;

  /// One p of each direction, of all parts (Bonferroni).
  [[nodiscard]] PartTest p(const OfParts& shares) const;
  /// The same of proofs, which the limits of the mean must agree with.
  [[nodiscard]] PartTest p_of_proof(const OfParts& shares) const;

  [[nodiscard]] const MeanLimits& mean_limits() const { return limits_; }
  /// The median over the units of the right side's typical calls, which changes
  /// are fractions of; the same of the left side. Of unlike sides the medians
  /// of their performances count, and constants.
  [[nodiscard]] double right_side() const { return right_side_; }
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] Unseen unseen() const;
  [[nodiscard]] SlowUnits slow_units() const;
  /// Of typical contrasts, as z (serial_correlation.hpp).
  [[nodiscard]] double serial_correlation() const;
  /// Where typical calls of unlike sides centre; else null.
  [[nodiscard]] const Estimate* unlike_centre() const;
  /// Nothing but equal numbers on either side: as it is with all further units.
  [[nodiscard]] bool nothing_varies() const { return nothing_varies_; }

 private:
  [[nodiscard]] bool excludes_typical_increase(
      const LookSettings& settings) const;
  [[nodiscard]] bool excludes_typical_decrease(
      const LookSettings& settings) const;
  [[nodiscard]] TestResult typical_test(double right_factor,
                                        double level) const;
  [[nodiscard]] std::array<PartTest, kPartCount> tests_of_like_sides() const;
  [[nodiscard]] std::array<PartTest, kPartCount> tests_of_unlike_sides(
      const UnlikeSides& sides) const;
  [[nodiscard]] bool is_against_constant() const;
  [[nodiscard]] bool are_enough_for_less(const LookSettings& settings) const;
  /// Whether what is off the centre of unlike sides is on one side of it, which
  /// the other parts do not show.
  [[nodiscard]] bool mass_is_less() const;
  [[nodiscard]] bool mass_is_greater() const;
  [[nodiscard]] PartFindings findings_without_variance() const;
  void find_proofs(const LookSettings& settings, PartFindings& findings) const;
  void find_no_change(const LookSettings& settings,
                      PartFindings& findings) const;

  UnitMeans means_;
  bool is_clipped_;  ///< Part 1, where they are.
  bool nothing_varies_;
  std::optional<UnlikeSides> unlike_;
  double left_side_;
  double right_side_;
  MeanLimits limits_;
  std::array<PartTest, kPartCount> tests_;
};

}  // namespace spl::statistics
