#pragma once

#include <cstdint>
#include <string_view>

namespace spl::workload {

/// What becomes of an observation during which the process was preempted or
/// moved to another processor.
enum class Disturbed {
  kNet,   ///< It counts, its time less what the scheduler gave to others.
  kKept,  ///< It counts with all of its time.
  kAgain  ///< It is made again, so often as observations are wanted; then kept.
};

/// By number; as requests write them.
inline constexpr std::string_view kDisturbedNames[] = {"net", "kept", "again"};

[[nodiscard]] constexpr std::string_view to_text(Disturbed disturbed) {
  return kDisturbedNames[static_cast<int>(disturbed)];
}

/// How many observations of a run were disturbed, and what became of them.
struct DisturbedCounts {
  std::uint64_t net = 0;
  std::uint64_t kept = 0;
  std::uint64_t again = 0;
  /// Of those kept: not asked for, but other threads of the process ran, too.
  std::uint64_t beside_threads = 0;
  /// Of those kept: not asked for, but the kernel does not say.
  std::uint64_t untold = 0;

  [[nodiscard]] std::uint64_t sum() const { return net + kept + again; }
};

}  // namespace spl::workload
