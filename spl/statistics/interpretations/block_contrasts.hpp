#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/estimate.hpp"
#include "spl/statistics/run_series.hpp"

/// What a linear combination of performances comes to inside each block, and
/// what it centres at.
namespace spl::statistics {

/// In each block an offset and how far off it is: long measurements keep their
/// digits.
struct BlockContrasts {
  double offset = 0;
  std::vector<double> excesses;
  double rounding = 0;  ///< Of the offset.
};

/// One coefficient for each series; all have the same number of runs.
[[nodiscard]] BlockContrasts block_contrasts(
    std::span<const RunSeries> series, std::span<const double> coefficients,
    double constant);

/// The mean of the contrasts, with r - 1 degrees of freedom; at least two.
[[nodiscard]] Estimate mean_of(const BlockContrasts& contrasts);

/// Interference with whole runs puts blocks far off. So contrasts further from
/// 0 than c are clipped to c: Huber's psi (1964, "Robust estimation of a
/// location parameter"). c is twice their median distance, his 1.35 standard
/// deviations where the contrasts are normal; from 12 blocks on, it is what
/// makes the estimated variance least of that and of the distances within which
/// 60, 50, 35 and 25 % of the contrasts lie, five at least (Wang, Lin, Zhu and
/// Bai 2007, "Robust estimation using the Huber function with a data-dependent
/// tuning constant"): a neighbour on the same core may disturb every third
/// block. If k < r of them are not clipped, the value is r/k times the mean of
/// psi, one step of Newton's from 0 to where they centre (the factor cancels in
/// t), and has k - 2 degrees of freedom: one less for c. So normal contrasts of
/// 8 to 40 blocks were found to differ at most 1.2 times as often as levels
/// from 0.0005 on say; where only the median counted, with k - 1, 1.35 times.
///
/// As c does not depend on signs, contrasts that are symmetric about 0 stay so,
/// on which Student's t is usually cautious (Efron 1969, "Student's t-test
/// under symmetry conditions"). The value is no linear function of the
/// coefficients. Where half of the contrasts are 0 but for rounding nothing
/// shows what is far off, and it is the mean.
[[nodiscard]] Estimate clipped_mean_of(const BlockContrasts& contrasts);

/// The c of `clipped_mean_of`; infinite where nothing is clipped.
[[nodiscard]] double clip_limit(const BlockContrasts& contrasts);

/// The contrasts, in order, those further from 0 than `limit` clipped to it.
[[nodiscard]] std::vector<double> clipped_values(
    const BlockContrasts& contrasts, double limit);

/// Whether sides are alike in form: they have as many terms, with proportional
/// coefficients, and no constant. Equal code makes such a contrast symmetric
/// about 0.
[[nodiscard]] bool are_alike_in_form(std::span<const double> coefficients,
                                     double constant);

/// Whether `contrasts` may be clipped, as any multiple of one of its sides may
/// then be. That is where sides are alike in form, there
/// are at least 8 blocks, and not more than a quarter of them have the same
/// quotient of the sides, as counts may have: no noise, but several answers.
[[nodiscard]] bool is_clippable(std::span<const RunSeries> series,
                                std::span<const double> coefficients,
                                double constant);

}  // namespace spl::statistics
