#pragma once

#include <cstdint>
#include <string_view>

namespace spl::workload {

/// The treatment of an observation during which the process was preempted or
/// moved to another processor.
enum class Disturbed {
  kNet,   ///< Counts without the time that the scheduler gave to others.
  kKept,  ///< Counts with all of its time.
  /// Is repeated, at most as often as there are observations; then kept.
  kAgain
};

/// The names in requests, indexed by enumerator.
inline constexpr std::string_view kDisturbedNames[] = {"net", "kept", "again"};

[[nodiscard]] constexpr std::string_view to_text(Disturbed disturbed) {
  return kDisturbedNames[static_cast<int>(disturbed)];
}

/// Numbers of disturbed observations of a run by their treatment.
struct DisturbedCounts {
  std::uint64_t net = 0;
  std::uint64_t kept = 0;
  std::uint64_t again = 0;
  /// The number kept despite kNet, since other threads of the process ran, too.
  std::uint64_t beside_threads = 0;
  /// The number kept despite kNet, since the kernel has no account.
  std::uint64_t untold = 0;

  [[nodiscard]] std::uint64_t sum() const { return net + kept + again; }
};

}  // namespace spl::workload
