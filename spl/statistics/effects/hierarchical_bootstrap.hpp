#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spl/statistics/sample.hpp"

/// Percentile intervals by resampling every level with replacement (Kalibera
/// and Jones, section 7.3.1, figures 1 and 2). Reports show them beside the
/// intervals of ratio.hpp, which agree with the verdict. With few items on the
/// highest level they are too narrow.
namespace spl::statistics {

struct BootstrapOptions {
  double level = 0.95;            ///< Confidence, in (0, 1).
  std::size_t replicates = 1000;  ///< K; at least the paper's 1000.
  std::uint64_t seed = 1;
};

struct BootstrapInterval {
  double lower = 0;  ///< The ceil(K a/2)-th smallest replicate, a = 1 - level.
  double upper = 0;  ///< The ceil(K (1 - a/2))-th smallest.
};

/// Returns the interval of the mean. Throws std::invalid_argument for a level
/// outside (0, 1) or no replicates.
[[nodiscard]] BootstrapInterval bootstrap_mean(const Hierarchy& data,
                                               const BootstrapOptions& options);

/// Returns the interval of the mean of new_data divided by that of old_data,
/// drawn independently. Absent if a replicate of the old mean is not above 0.
/// Throws like bootstrap_mean().
[[nodiscard]] std::optional<BootstrapInterval> bootstrap_ratio(
    const Hierarchy& new_data, const Hierarchy& old_data,
    const BootstrapOptions& options);

}  // namespace spl::statistics
