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

/// The default method: three questions about the same units, blocks or layouts,
/// of two sides.
///
/// The parts rest on the exchange of equal code inside a unit, which sides that
/// are alike in form allow. If sides differ in form (2a <= b + c), typical
/// calls are tested by the centres of pairs of performances (UnlikeSides), with
/// the larger p of Student's t and of Johnson's correction for skewness; all
/// runs are tested by the limits of the mean; the second part is not tested.
/// Against a constant (a <= 105 ns), which has no tails, these limits test both
/// from 12 units on, and "less" is found like a proof: from 40 units on, or if
/// it is a factor of 2.
namespace spl::statistics {

/// The measurements: for each performance the trimmed and the plain mean of
/// each unit, with the same units for all. `coefficients` are those of
/// left - right.
inline constexpr std::size_t kCallsForMeans = 1152;

struct UnitMeans {
  std::vector<RunSeries> typical;
  std::vector<RunSeries> plain;
  std::vector<double> coefficients;
  std::size_t calls = 0;  ///< Calls of the performance with the fewest.
  double constant = 0;    ///< The constant of left - right.
  /// The least calls that exclude a change of the mean; 0 if each call is a
  /// process: rare calls are rare units then.
  std::size_t needed_calls = kCallsForMeans;
};

struct PartTest {
  double p_greater = 1;
  double p_less = 1;
};

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
  /// The least units and calls that exclude a change of the mean: an event in 1
  /// of 12 processes or 1 of 500 calls is then seen with 90 % probability. An
  /// event of 1 of 500 calls that comes to 5 % of the mean takes the time of
  /// 25 calls. If the limits of the mean leave a wider margin, fewer calls are
  /// enough to keep that size.
  static constexpr std::size_t kUnitsForNoChange = 27;
  static constexpr std::size_t kCallsForMeans = statistics::kCallsForMeans;
  /// The least units of a proof. A factor of 2 is proven from `kFewestUnits`
  /// on.
  static constexpr std::size_t kUnitsForProof = 40;
  /// The confidence at which limits of the mean are shown and exclude changes.
  static constexpr double kConfidence = 0.9;

  /// Takes at least two units.
  explicit ThreeParts(UnitMeans means);

  [[nodiscard]] std::size_t units() const;
  [[nodiscard]] const PartTest& test(Part part) const;
  [[nodiscard]] PartFindings look(const LookSettings& settings) const;

  /// Returns one p-value for each direction, from all parts (Bonferroni).
  [[nodiscard]] PartTest p(const OfParts& shares) const;
  /// Returns the same for proofs, with which the limits of the mean must agree.
  [[nodiscard]] PartTest p_of_proof(const OfParts& shares) const;

  [[nodiscard]] const MeanLimits& mean_limits() const { return limits_; }
  /// Return the median over the units of a side's typical calls. Changes are
  /// fractions of that of the right side. For sides that differ in form, it is
  /// the sum over the medians of their performances and the constant.
  [[nodiscard]] double right_side() const { return right_side_; }
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] Unseen unseen() const;
  [[nodiscard]] SlowUnits slow_units() const;
  /// Returns the correlation of typical contrasts, as z
  /// (serial_correlation.hpp).
  [[nodiscard]] double serial_correlation() const;
  /// Whether all numbers of each side are equal, as they will be in further
  /// units.
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
  /// Whether the mean of unlike sides is off their centre in one direction,
  /// which the other parts do not show.
  [[nodiscard]] bool mass_is_less() const;
  [[nodiscard]] bool mass_is_greater() const;
  [[nodiscard]] PartFindings findings_without_variance() const;
  void find_proofs(const LookSettings& settings, PartFindings& findings) const;
  /// Returns whether an unseen event that takes 25 calls' time comes to no more
  /// than the margin, a fraction of the right side.
  [[nodiscard]] bool are_enough_calls(double margin) const;
  void find_no_change(const LookSettings& settings,
                      PartFindings& findings) const;

  UnitMeans means_;
  bool is_clipped_;  ///< Whether part 1 clips contrasts.
  bool nothing_varies_;
  std::optional<UnlikeSides> unlike_;
  double left_side_;
  double right_side_;
  MeanLimits limits_;
  std::array<PartTest, kPartCount> tests_;
};

}  // namespace spl::statistics
