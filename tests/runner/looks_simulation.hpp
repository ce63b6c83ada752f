#pragma once

#include <cstdint>
#include <map>

#include "runner/looks.hpp"

/// The real schedule and its stopping rule on a machine that is made up: its
/// runs take about as long as is said, and differ by chance.
namespace spl::runner {

struct Machine {
  double change = 0;       ///< Of a against b, as a fraction.
  double run_sd = 0.01;    ///< Of a run about its block, as a fraction.
  double drift_sd = 0.05;  ///< Of a block about all.
  /// Of all runs those that take twice as long as the others.
  double slow_share = 0;
};

/// What came of many experiments about `a <= b`.
struct Outcomes {
  std::size_t experiments = 0;
  std::size_t greater = 0;
  std::size_t less = 0;
  std::map<Stop, std::size_t> stops;
  double blocks = 0;  ///< On average.
};

/// Experiments with looks up to `most` blocks, each direction at `alpha`.
[[nodiscard]] Outcomes simulate(const Machine& machine, std::size_t most,
                                double alpha, std::size_t experiments,
                                std::uint64_t seed);

}  // namespace spl::runner
