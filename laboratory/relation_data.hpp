#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "spl/statistics/sample.hpp"

/// The relation that the goals of speed are about.
namespace spl::bench {

inline constexpr std::size_t kRuns = 30;
inline constexpr std::size_t kObservations = 1000;

/// 30 runs of 1000 observations: a mean of 100 that differs by 1 between runs
/// and by 5 inside them.
inline statistics::Sample relation_sample(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> runs(kRuns);
  for (auto& run : runs) {
    run.reserve(kObservations);
    const double level = 100 + normal(random);
    for (std::size_t i = 0; i < kObservations; ++i) {
      run.push_back(level + 5 * normal(random));
    }
  }
  return statistics::Sample(std::move(runs));
}

}  // namespace spl::bench
