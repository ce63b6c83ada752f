#pragma once

#include <string_view>

namespace spl::workload {

/// A quantity recorded for each observation: per iteration, except the last
/// one.
enum class Metric {
  kWall,            ///< ns of the wall clock.
  kCpu,             ///< ns of processor time of all threads of the process.
  kInstructions,    ///< Retired outside the kernel, like the next three.
  kCycles,          ///< Processor cycles.
  kBranchMisses,    ///< Mispredicted.
  kCacheMisses,     ///< Misses of the last cache.
  kPageFaults,      ///< In all threads, with and without reading a disk.
  kAllocations,     ///< Calls of malloc and its family; operator new is one.
  kAllocatedBytes,  ///< Bytes that these calls requested.
  kPeakMemory,  ///< Bytes that the run added to the resident peak, at its end.
  kValgrindInstructions,  ///< Counted by Callgrind, which executes the program.
  kValgrindCycles,        ///< Its estimate.
  kValgrindDataMisses     ///< Of the first data cache that it simulates.
};

/// The names in settings, requests and reports, indexed by enumerator.
inline constexpr std::string_view kMetricNames[] = {"wall",
                                                    "cpu",
                                                    "instructions",
                                                    "cycles",
                                                    "branch-misses",
                                                    "cache-misses",
                                                    "page-faults",
                                                    "allocations",
                                                    "allocated-bytes",
                                                    "peak-memory",
                                                    "valgrind-instructions",
                                                    "valgrind-cycles",
                                                    "valgrind-data-misses"};

[[nodiscard]] constexpr std::string_view to_text(Metric metric) {
  return kMetricNames[static_cast<int>(metric)];
}

/// Whether a metric is in ns; all others are counts without a unit.
[[nodiscard]] constexpr bool is_time(Metric metric) {
  return metric == Metric::kWall || metric == Metric::kCpu;
}

/// Whether Valgrind counts, and the process that it executes does not.
[[nodiscard]] constexpr bool is_of_valgrind(Metric metric) {
  return metric >= Metric::kValgrindInstructions;
}

}  // namespace spl::workload
