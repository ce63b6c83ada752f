#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spl/workload/metric.hpp"

namespace spl::runner {

/// What Callgrind, a tool of Valgrind, has counted since the dump before.
struct CallgrindDump {
  std::string trigger;              ///< "--dump-before=NAME" ...
  std::vector<std::string> events;  ///< "Ir", "Dr" ...
  /// For each event the sum of the whole dump; those at the end may be missing.
  std::vector<double> sums;

  /// Returns the sum of an event; 0 if it is missing.
  [[nodiscard]] double sum(std::string_view event) const;
  /// Returns the parts that the worker says were counted; 0 if it says nothing.
  [[nodiscard]] std::uint64_t parts() const;
  /// Whether there are instructions.
  [[nodiscard]] bool is_whole() const;
  /// Whether it was written when a function was called, or had returned, whose
  /// name begins so.
  [[nodiscard]] bool is_before(std::string_view function) const;
  [[nodiscard]] bool is_after(std::string_view function) const;
};

/// Reads the head of a dump, of each line 1 kB; what is missing stays empty, as
/// do sums from the first on that is none.
[[nodiscard]] CallgrindDump callgrind_dump(std::string_view text);

/// Returns the value of a metric of Valgrind. Cycles are estimated as
/// KCachegrind does it: one for each instruction, 10 for each miss of a first
/// cache, and 100 for each of the last.
[[nodiscard]] double value_of(const CallgrindDump& dump,
                              workload::Metric metric);

/// A dump, and the calls that it counted.
struct CountedCalls {
  const CallgrindDump* dump = nullptr;
  double calls = 0;
};

/// Returns the value of a call. What comes on top of the calls is the same in
/// all dumps, so that the fewest calls are subtracted from the most.
[[nodiscard]] double value_of_call(std::vector<CountedCalls> counted,
                                   workload::Metric metric);

}  // namespace spl::runner
