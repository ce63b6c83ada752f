#pragma once

#include <cstdint>

namespace spl::workload {

/// Numbers of observations of a run during which the process was preempted or
/// moved to another processor, by what counts of them.
struct DisturbedCounts {
  /// Count without the time that the scheduler gave to others.
  std::uint64_t net = 0;
  /// Count with all of their time.
  std::uint64_t kept = 0;
  /// Of those kept: other threads of the process ran, too.
  std::uint64_t beside_threads = 0;
  /// Of those kept: the kernel has no account.
  std::uint64_t untold = 0;

  [[nodiscard]] std::uint64_t sum() const { return net + kept; }
};

}  // namespace spl::workload
