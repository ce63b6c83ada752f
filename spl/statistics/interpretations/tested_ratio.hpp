#pragma once

#include <optional>

#include "spl/statistics/interpretations/mean_ratio.hpp"
#include "spl/statistics/interpretations/ratio_search.hpp"
#include "spl/statistics/interpretations/unit_means.hpp"
#include "spl/statistics/interpretations/unlike_sides.hpp"
#include "spl/statistics/moments.hpp"
#include "spl/statistics/sequential/look_levels.hpp"

namespace spl::statistics {

/// The probability that a unit of equal code shows a factor of 2 in one
/// direction.
inline constexpr double kTwofoldByChance = 0.1;

/// What nobody overlooks in a few units.
inline constexpr double kMuch = 1.25;

/// The tests of the three parts (three_parts.hpp), for any ratio of the sides,
/// and the ratios that they do not reject. Sets have no ratio in them that
/// depends on a factor with which the sides are compared. With a constant they
/// are sets of shifts, as ratios: a shift of the left side by as much as the
/// right side takes is 1.
class TestedRatio {
 public:
  /// Takes at least two units.
  explicit TestedRatio(UnitMeans means);

  /// Returns the p-values of a part at the ratio 1.
  [[nodiscard]] PartTest test(Part part) const;

  /// Returns the ratios that a part does not reject at this level; all if the
  /// level is 0. Few units share the level half and half between the
  /// part and twofold(), if they can show a factor of 2 at that half.
  [[nodiscard]] RatioSet set(Part part, double level) const;

  /// Returns the ratios that a part alone does not reject.
  [[nodiscard]] RatioSet set_of_part(Part part, double level) const;

  /// Returns the ratios at which no side is twice the other in all units: by
  /// exchange of the sides, a few units all point one way too often, but equal
  /// code seldom shows a factor of 2.
  [[nodiscard]] RatioSet twofold(Part part) const;

  /// Returns whether every unit shows a left side longer by more than a
  /// quarter, or a right side.
  [[nodiscard]] bool all_show_greater(Part part) const;
  [[nodiscard]] bool all_show_less(Part part) const;

  /// Returns the ratio of typical calls at which their test has the value 0;
  /// absent if a side is not above 0.
  [[nodiscard]] std::optional<double> typical_estimate() const;

  [[nodiscard]] const UnitMeans& means() const { return means_; }
  [[nodiscard]] const MeanRatio& mean() const { return mean_; }
  /// Whether the sides are alike in form.
  [[nodiscard]] bool are_alike() const { return are_alike_; }
  /// Return the median over the units of a side's typical calls. For sides that
  /// differ in form, it is the sum over the levels of their performances and
  /// the constant.
  [[nodiscard]] double left_side() const { return left_side_; }
  [[nodiscard]] double right_side() const { return right_side_; }

 private:
  [[nodiscard]] bool is_decided_by_mean(Part part) const;
  [[nodiscard]] const std::vector<RunSeries>& series_of(Part part) const;
  [[nodiscard]] const RelativeLevels& levels_of(Part part) const;
  [[nodiscard]] const UnitSides& sides_of(Part part) const;
  [[nodiscard]] bool is_clipped(Part part) const;
  [[nodiscard]] PartTest test_at(Part part, double ratio) const;
  [[nodiscard]] RatioSet set_of_shifts(Part part, double level) const;

  UnitMeans means_;
  bool are_alike_;
  bool is_clippable_;
  std::optional<RelativeLevels> typical_levels_;  ///< If the sides are unlike.
  std::optional<RelativeLevels> plain_levels_;    ///< Of few units.
  UnitSides typical_sides_;
  UnitSides plain_sides_;
  double left_side_ = 0;
  double right_side_ = 0;
  MeanRatio mean_;
};

}  // namespace spl::statistics
