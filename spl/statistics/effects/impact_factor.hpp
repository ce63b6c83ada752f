#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spl/statistics/sample.hpp"

namespace spl::statistics {

/// The part of the variation that comes from the random initial state of a run
/// (Kalibera, Bulej and Tuma, "Benchmark Precision and Random Initial State",
/// figure 2): the median over many repetitions of the standard deviation of c
/// observations from c distinct runs, divided by that of c distinct ones from
/// one run. A ratio without unit. For a higher level, such as binaries over
/// runs ("Precise Regression Benchmarking with Random Effects"), take a sample
/// whose runs are the binaries and whose observations are the means of their
/// runs.
struct ImpactFactor {
  double original = 0;
  /// The impact factor after each run's mean is subtracted from the run; near 1
  /// if runs differ only by a shift of their observations.
  double transformed = 0;
};

struct ImpactFactorOptions {
  /// c; 0 means three quarters of the number of runs, at least 2, as in the
  /// paper.
  std::size_t chosen = 0;
  std::size_t repetitions = 10000;
  std::uint64_t seed = 1;
};

/// Computes the impact factor. Absent unless c is at least 2 and at most the
/// number of runs and of observations in each, and absent if nothing varies. A
/// repetition whose chosen observations of one run are equal has an infinite
/// ratio if the runs differ.
[[nodiscard]] std::optional<ImpactFactor> impact_factor(
    const Sample& sample, const ImpactFactorOptions& options = {});

}  // namespace spl::statistics
