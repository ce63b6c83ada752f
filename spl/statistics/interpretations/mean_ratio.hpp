#pragma once

#include "spl/statistics/interpretations/mean_limits.hpp"
#include "spl/statistics/interpretations/unit_means.hpp"
#include "spl/statistics/interpretations/unlike_sides.hpp"

namespace spl::statistics {

/// The ratio of the plain means of two sides, left over right, with one-sided
/// limits at any confidence in (0.5, 1).
///
/// Without a constant it is the ratio r at which the mean of left - r right is
/// 0, and MeanLimits of that say how far its mean may be below and above. What
/// lies above is added to the left side and what lies below to the right side,
/// since rare events, seen and unseen, add to the side on which they are. So
/// limits of times are above 0, and those of right over left are the
/// reciprocals. With a constant, limits are those of left - right, added to the
/// mean of the side without the constant. Neither depends on a factor, or on
/// the constant, with which the sides are compared.
class MeanRatio {
 public:
  /// Takes at least two units, and the levels of their typical series if the
  /// sides differ in form.
  MeanRatio(const UnitMeans& means, const RelativeLevels* levels);

  /// Whether the right side is above 0. Otherwise there is no ratio, and it and
  /// its limits are 1.
  [[nodiscard]] bool exists() const { return right_ > 0; }
  [[nodiscard]] double estimate() const;
  [[nodiscard]] double lower(double confidence) const;
  [[nodiscard]] double upper(double confidence) const;

  /// Return by how much the limits are above 1, and below, as shares of the
  /// right side, its mean or its typical calls, whichever is less.
  [[nodiscard]] double increase(double confidence) const;
  [[nodiscard]] double decrease(double confidence) const;

  /// Return the least level, at most 0.5, at which the lower limit is above 1,
  /// or the upper limit below 1.
  [[nodiscard]] double level_of_greater() const;
  [[nodiscard]] double level_of_less() const;

  /// Return whether the mean of all calls lies to one side of typical calls, at
  /// 95 %.
  [[nodiscard]] bool is_below_typical() const;
  [[nodiscard]] bool is_above_typical() const;

 private:
  [[nodiscard]] double above(double confidence) const;
  [[nodiscard]] double below(double confidence) const;

  double constant_;  ///< Of left - right.
  double left_ = 0;  ///< Means.
  double right_ = 0;
  double typical_ = 0;  ///< Of the right side.
  double factor_ = 1;   ///< Of the right side in the limits.
  MeanLimits limits_;
};

}  // namespace spl::statistics
