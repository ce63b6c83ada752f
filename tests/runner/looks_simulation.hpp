#pragma once

#include <cstdint>
#include <map>

#include "runner/measuring/stopping.hpp"

/// The real schedule and its stopping rule on a machine that is made up: its
/// runs take about as long as is said, and differ by chance.
namespace spl::runner {

struct Machine {
  double change = 0;       ///< By which a exceeds b, as a fraction.
  double run_sd = 0.01;    ///< Of a run about its block, as a fraction.
  double drift_sd = 0.05;  ///< Of a block about all.
  /// The share of runs that take `slow_factor` times as long as the others.
  double slow_share = 0;
  double slow_factor = 2;
};

/// The rules by which experiments are looked at.
struct Looking {
  std::size_t most = 0;      ///< Blocks.
  double alpha = 0.05;       ///< Of each direction.
  double resolution = 0.02;  ///< So small that none ends by it: alpha is spent.
  statistics::RunStatistic statistic = statistics::RunStatistic::kTrimmed;
  std::size_t budget = 0;  ///< In usual blocks; 0: none.
};

/// The results of many experiments about `a <= b`.
struct Outcomes {
  std::size_t experiments = 0;
  std::size_t greater = 0;
  std::size_t less = 0;
  std::map<Stop, std::size_t> stops;
  double blocks = 0;  ///< On average.
};

[[nodiscard]] Outcomes simulate(const Machine& machine, const Looking& looking,
                                std::size_t experiments, std::uint64_t seed);

}  // namespace spl::runner
