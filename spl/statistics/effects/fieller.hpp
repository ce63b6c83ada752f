#pragma once

#include "spl/statistics/hierarchy.hpp"

/// Fieller's interval of a ratio of means, new over old, as Kalibera and Jones
/// give it ("Quantifying Performance Changes with Effect Size Confidence
/// Intervals", Lemma 7.7 and eq 12). It treats the degrees of freedom as known;
/// the intervals of ratio.hpp, which never contradict a verdict, do not.
namespace spl::statistics {

/// Estimates of two means in one unit; variances are those of the means, not
/// negative.
struct MeanPair {
  double new_mean = 0;
  double new_variance = 0;
  double old_mean = 0;
  double old_variance = 0;
  double covariance = 0;  ///< 0 for independent systems.
};

/// The ratios R with |new - R old| at most t standard errors.
struct FiellerSet {
  enum class Kind {
    kBounded,    ///< lower to upper; the only kind that is an interval.
    kExclusive,  ///< All but those between lower and upper.
    kWholeLine   ///< Every ratio; lower and upper mean nothing.
  };
  Kind kind = Kind::kWholeLine;
  double lower = 0;
  double upper = 0;
};

/// Bounded iff the old mean differs significantly from 0:
/// old_mean^2 > t^2 old_variance. Else report no interval.
[[nodiscard]] FiellerSet fieller(const MeanPair& means, double t);

/// Satterthwaite's degrees of freedom of new - R old at R = new/old, for means
/// of so many items (at least two each) that vary independently.
[[nodiscard]] double fieller_df(const MeanPair& means, double new_count,
                                double old_count);

/// Which degrees of freedom t has.
enum class FiellerForm {
  kEqualCounts,   ///< r - 1, as published; both sides have r top-level items.
  kSatterthwaite  ///< At the estimated ratio; any counts, less conservative.
};

/// For independent systems with means and variances of their highest levels
/// (eq 11), at confidence `level` in (0, 1). Throws std::invalid_argument if
/// the highest level of a side has fewer than two items, if the counts differ
/// in the form that needs equal ones, or for another level.
[[nodiscard]] FiellerSet fieller(const Hierarchy& new_data,
                                 const Hierarchy& old_data, double level,
                                 FiellerForm form);

}  // namespace spl::statistics
