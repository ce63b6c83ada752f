#pragma once

#include <cstddef>

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

}  // namespace spl::statistics
