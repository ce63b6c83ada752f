#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/moments.hpp"
#include "spl/statistics/run_series.hpp"

/// The values of a linear combination of performances inside blocks, and their
/// centre.
namespace spl::statistics {

/// The contrast of each block as its difference from an offset, so that long
/// measurements keep their digits.
struct BlockContrasts {
  double offset = 0;
  std::vector<double> excesses;
  double rounding = 0;  ///< The rounding error of the offset.
};

/// Computes the contrasts. Needs one coefficient for each series and equal
/// numbers of runs.
[[nodiscard]] BlockContrasts block_contrasts(
    std::span<const RunSeries> series, std::span<const double> coefficients,
    double constant);

/// Estimates the mean of at least two contrasts, with r - 1 degrees of freedom.
[[nodiscard]] Estimate mean_of(const BlockContrasts& contrasts);

/// Estimates the centre of contrasts of which some may be far off, because
/// interference slowed whole runs. Contrasts further from 0 than c are clipped
/// to c: Huber's psi (1964, "Robust estimation of a location parameter"). c is
/// twice their median distance, which is Huber's 1.35 standard deviations for
/// normal contrasts. A neighbour on the same core may disturb every third
/// block; so from 12 blocks on, c is that or one of the distances within which
/// 60, 50, 35 and 25 % of the contrasts, five at least, lie, whichever gives
/// the least estimated variance (Wang, Lin, Zhu and Bai 2007, "Robust
/// estimation using the Huber function with a data-dependent tuning constant").
/// If k < r contrasts are not clipped, the value is r/k times the mean of psi,
/// one Newton step from 0 to the centre (the factor cancels in t), with k - 2
/// degrees of freedom: one less for the choice of c. Normal contrasts of 8 to
/// 40 blocks then differ at most 1.2 times as often as levels from 0.0005 on
/// allow; with twice the median only and k - 1 degrees of freedom, 1.35 times.
///
/// c does not depend on signs, so symmetric contrasts stay symmetric, for which
/// Student's t is usually cautious (Efron 1969, "Student's t-test under
/// symmetry conditions"). The value is not a linear function of the
/// coefficients. If half of the contrasts are 0 but for rounding, nothing shows
/// which are far off, and the value is the mean.
[[nodiscard]] Estimate clipped_mean_of(const BlockContrasts& contrasts);

/// Returns the contrasts less `centre`.
[[nodiscard]] BlockContrasts about(BlockContrasts contrasts, double centre);

/// The fewest contrasts that show which are far off, and are clipped.
inline constexpr std::size_t kClippedUnits = 8;

/// Returns c of clipped_mean_of(); infinite if nothing is clipped.
[[nodiscard]] double clip_limit(const BlockContrasts& contrasts);

/// Whether a contrast of this size is not clipped; rounding counts as equal.
[[nodiscard]] bool is_within(double size, double limit);

/// Returns the contrasts, in order, clipped to at most `limit` from 0.
[[nodiscard]] std::vector<double> clipped_values(
    const BlockContrasts& contrasts, double limit);

/// Whether the sides are alike in form: they have equally many terms,
/// proportional coefficients and no constant. With equal code such a contrast
/// is symmetric about 0.
[[nodiscard]] bool are_alike_in_form(std::span<const double> coefficients,
                                     double constant);

/// Whether the contrast, and any other with one side multiplied, may be
/// clipped: the sides are alike in form, there are at least 8 blocks, and at
/// most a quarter of them have the same quotient of the sides. Equal quotients
/// occur with counts, which have no noise but may have several values.
[[nodiscard]] bool is_clippable(std::span<const RunSeries> series,
                                std::span<const double> coefficients,
                                double constant);

}  // namespace spl::statistics
