#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spl/logic/decision.hpp"

/// Figure 6 of "SPL: Unit Testing Performance": how often relations between two
/// workloads are refuted on runs drawn from many that were measured.
namespace spl::bench {

using RunObservations = std::vector<double>;

/// Runs measured in blocks, nanoseconds.
struct MeasuredBlocks {
  /// By size, then block: one run each.
  std::vector<std::vector<RunObservations>> sizes;
  /// By block, then run: of the base, as many in each block.
  std::vector<std::vector<RunObservations>> base;
};

/// The shares of draws that refute two relations.
struct Refuted {
  bool defined = true;  ///< Whether the interpretation takes so few runs.
  double at_least = 0;  ///< P(size) >= P(base)
  double at_most = 0;   ///< P(size) <= P(base)

  friend bool operator==(const Refuted&, const Refuted&) = default;
};

/// What is drawn, how often, and decided at which level.
struct Drawing6 {
  std::size_t runs = 1;  ///< Of each side, without replacement.
  std::size_t draws = 1000;
  double alpha = 0.01;
  std::uint64_t seed = 1;
};

/// Draws runs of both sides; for `blocks` a run of the base from the block of
/// each run of the size, for the others from all. `nonparametric` learns from
/// all runs of the base.
[[nodiscard]] Refuted refuted(logic::Interpretation interpretation,
                              const MeasuredBlocks& measured, std::size_t size,
                              const Drawing6& drawing);

}  // namespace spl::bench
