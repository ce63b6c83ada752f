#pragma once

#include <cstddef>
#include <span>

namespace spl::statistics {

struct RateInterval {
  double lower = 0;
  double upper = 1;
};

/// Clopper and Pearson's interval of a probability of which `count` of `of`
/// independent trials came true, at confidence `level` in (0, 1). Nothing is
/// known without trials.
[[nodiscard]] RateInterval rate_interval(std::size_t count, std::size_t of,
                                         double level = 0.95);

/// Korn and Graubard's interval of a rate where trials come in clusters whose
/// trials are not independent: Clopper and Pearson's with as many trials as
/// would, independent, be as certain as the clusters' shares in [0, 1] are, at
/// most all `trials`. Where the shares are alike or there is but one, which
/// says nothing about that, a cluster counts as one trial. Clusters weigh the
/// same; `trials` is at least their number.
[[nodiscard]] RateInterval clustered_rate_interval(
    std::span<const double> shares, std::size_t trials, double level = 0.95);

}  // namespace spl::statistics
