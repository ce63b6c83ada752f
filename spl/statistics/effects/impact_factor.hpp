#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spl/statistics/sample.hpp"

namespace spl::statistics {

/// How much of the variation comes from the random initial state of a run
/// (Kalibera, Bulej and Tuma, "Benchmark Precision and Random Initial State",
/// figure 2): the median over many repetitions of the standard deviation of c
/// observations from c distinct runs, divided by that of c distinct ones from
/// one run. A ratio, without unit. Of a higher level ("Precise Regression
/// Benchmarking with Random Effects"), say of binaries over runs, it is that of
/// a sample whose runs are the binaries and whose observations are the means of
/// their runs.
struct ImpactFactor {
  double original = 0;
  /// The same with its mean taken off each run; near 1 where the effect of a
  /// run is to shift its observations.
  double transformed = 0;
};

struct ImpactFactorOptions {
  /// c; 0 means three quarters of the number of runs, at least 2, as in
  /// the paper.
  std::size_t chosen = 0;
  std::size_t repetitions = 10000;
  std::uint64_t seed = 1;
};

/// Absent unless 2 <= c <= the number of runs and of observations in each, or
/// if nothing varies. Runs in whose chosen observations nothing varies count as
/// infinitely impressed, where the runs differ.
[[nodiscard]] std::optional<ImpactFactor> impact_factor(
    const Sample& sample, const ImpactFactorOptions& options = {});

}  // namespace spl::statistics
