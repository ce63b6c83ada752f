#pragma once

#include <string_view>

namespace spl::workload {

/// What can be recorded of an observation: per iteration, but for the last.
enum class Metric {
  kWall,            ///< ns of the wall clock.
  kCpu,             ///< ns of processors, of all threads of the process.
  kInstructions,    ///< Retired outside the kernel, as all that follow.
  kCycles,          ///< Of processors.
  kBranchMisses,    ///< Mispredicted.
  kCacheMisses,     ///< Of the last cache.
  kPageFaults,      ///< Of all threads, with and without reading a disk.
  kAllocations,     ///< Calls of malloc and its family; operator new is one.
  kAllocatedBytes,  ///< That those asked for.
  kPeakMemory       ///< Most bytes resident that the run added, at the end.
};

/// By number; as settings, requests and reports write them.
inline constexpr std::string_view kMetricNames[] = {
    "wall",        "cpu",           "instructions",
    "cycles",      "branch-misses", "cache-misses",
    "page-faults", "allocations",   "allocated-bytes",
    "peak-memory"};

[[nodiscard]] constexpr std::string_view to_text(Metric metric) {
  return kMetricNames[static_cast<int>(metric)];
}

/// In ns; all others are counts, without a unit.
[[nodiscard]] constexpr bool is_time(Metric metric) {
  return metric == Metric::kWall || metric == Metric::kCpu;
}

}  // namespace spl::workload
