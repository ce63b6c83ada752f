#pragma once

#include <cstddef>

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

}  // namespace spl::statistics
