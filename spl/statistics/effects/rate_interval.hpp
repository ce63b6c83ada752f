#pragma once

#include <cstddef>
#include <span>

namespace spl::statistics {

struct RateInterval {
  double lower = 0;
  double upper = 1;
};

/// Returns Clopper and Pearson's interval of a probability if `count` of `of`
/// independent trials succeeded, at confidence `level` in (0, 1). Without
/// trials the interval is [0, 1].
[[nodiscard]] RateInterval rate_interval(std::size_t count, std::size_t of,
                                         double level = 0.95);

/// Returns Korn and Graubard's interval of a rate whose trials come in clusters
/// and are not independent inside a cluster. It is Clopper and Pearson's
/// interval of the number of independent trials, at most `trials`, that are as
/// certain as the clusters' shares of successes, in [0, 1]. If the shares are
/// equal or there is only one, they do not show their certainty, and a cluster
/// counts as one trial. Clusters have equal weight; `trials` is at least their
/// number.
[[nodiscard]] RateInterval clustered_rate_interval(
    std::span<const double> shares, std::size_t trials, double level = 0.95);

}  // namespace spl::statistics
