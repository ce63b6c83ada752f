#pragma once

#include <cstddef>

namespace spl::statistics {

/// Returns the upper tail of Tukey's comparisons (analysis_of_variance.hpp):
/// P(Q > q) of the range of `groups` >= 2 independent normal means over an
/// independent estimate of their standard error with `df` >= 1 degrees of
/// freedom; q >= 0. The error is below 1e-10, for small tails also relatively.
[[nodiscard]] double studentized_range_tail(double q, std::size_t groups,
                                            double df);

/// Returns the q with P(Q > q) = tail; tail in (0, 1).
[[nodiscard]] double studentized_range_quantile(double tail, std::size_t groups,
                                                double df);

}  // namespace spl::statistics
