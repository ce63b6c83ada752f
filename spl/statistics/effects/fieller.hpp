#pragma once

#include "spl/statistics/sample.hpp"

/// Fieller's interval of a ratio of means, new over old, as Kalibera and Jones
/// give it ("Quantifying Performance Changes with Effect Size Confidence
/// Intervals", Lemma 7.7 and eq 12). It treats the degrees of freedom as known,
/// unlike the intervals of ratio.hpp, which never contradict a verdict.
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
    kBounded,    ///< From lower to upper: the only interval.
    kExclusive,  ///< All ratios not between lower and upper.
    kWholeLine   ///< Every ratio; lower and upper are unused.
  };
  Kind kind = Kind::kWholeLine;
  double lower = 0;
  double upper = 0;
};

/// Computes the set. It is bounded if and only if the old mean differs
/// significantly from 0: old_mean^2 > t^2 old_variance. Otherwise report no
/// interval.
[[nodiscard]] FiellerSet fieller(const MeanPair& means, double t);

/// Returns Satterthwaite's degrees of freedom of new - R old at R = new/old,
/// for means of `new_count` and `old_count` items (at least two each) that vary
/// independently.
[[nodiscard]] double fieller_df(const MeanPair& means, double new_count,
                                double old_count);

/// The degrees of freedom of t.
enum class FiellerForm {
  kEqualCounts,   ///< r - 1, as published; both sides have r top-level items.
  kSatterthwaite  ///< At the estimated ratio; any counts, less conservative.
};

/// Computes the set of two independent systems from the means and variances of
/// their highest levels (eq 11), at confidence `level` in (0, 1). Throws
/// std::invalid_argument for another level, if the highest level of a side has
/// fewer than two items, or if the counts differ and the form needs equal ones.
[[nodiscard]] FiellerSet fieller(const Hierarchy& new_data,
                                 const Hierarchy& old_data, double level,
                                 FiellerForm form);

}  // namespace spl::statistics
