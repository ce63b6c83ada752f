#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"

/// How peers decide whether times differ: both directions together at level
/// `alpha`.
namespace spl::bench {

/// p of the two-sided test of Mann and Whitney by its normal approximation,
/// corrected for ties and continuity, as SciPy's and so Google Benchmark's
/// compare tool has it. Each side has a number, and not all are equal.
[[nodiscard]] double mann_whitney_p(const std::vector<double>& left,
                                    const std::vector<double>& right);

/// kGreater where left is significantly slower; never kUnknown.
[[nodiscard]] statistics::Finding mann_whitney(const std::vector<double>& left,
                                               const std::vector<double>& right,
                                               double alpha);

/// Welch's t test on the numbers as they are; each side has two.
[[nodiscard]] statistics::Finding welch_on_times(
    const std::vector<double>& left, const std::vector<double>& right,
    double alpha);

/// Returns Korn and Graubard's interval of a rate whose trials come in clusters
/// and are not independent inside a cluster. It is Clopper and Pearson's
/// interval of the number of independent trials, at most `trials`, that are as
/// certain as the clusters' shares of successes, in [0, 1]. If the shares are
/// equal or there is only one, they do not show their certainty, and a cluster
/// counts as one trial. Clusters have equal weight; `trials` is at least their
/// number.
[[nodiscard]] statistics::RateInterval clustered_rate_interval(
    std::span<const double> shares, std::size_t trials, double level = 0.95);

}  // namespace spl::bench
