#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/system/process.hpp"
#include "spl/workload/metric.hpp"
#include "spl/workload/protocol.hpp"

/// Workers that Callgrind, a tool of Valgrind, executes and counts.
namespace spl::runner {

/// Returns whether Valgrind counts what is requested.
[[nodiscard]] bool is_counted(const workload::Request& request);

/// Returns the request that the worker gets: whichever counts are wanted, it
/// marks what is timed.
[[nodiscard]] workload::Request marked(workload::Request request);

/// Returns why nothing is counted with that PATH: "is counted by Valgrind,
/// which HOST does not have"; empty if Valgrind is there.
[[nodiscard]] std::string lack_of_valgrind(
    const std::vector<std::string>& environment);

/// Executes a worker under Callgrind, and replaces the observations of its
/// answer by the counts that are requested: per iteration, without what an
/// empty part takes. The profile of the last observation goes to that file, if
/// it has a name, in Callgrind's format with whole names.
[[nodiscard]] Ending execute_counted(const workload::Request& request,
                                     const std::string& profile,
                                     Command command, StopWatch& watch);

struct CallgrindDump {
  std::string reason;               ///< The request's text.
  std::vector<std::string> events;  ///< "Ir", "Dr" ...
  /// For each event the sum of the whole dump; those at the end may be missing.
  std::vector<double> sums;

  /// Returns the sum of an event; 0 if it is missing.
  [[nodiscard]] double sum(std::string_view event) const;
  /// Returns the parts that the worker says were counted; 0 if it says nothing.
  [[nodiscard]] std::uint64_t parts() const;
  /// Whether there are parts and sums of them.
  [[nodiscard]] bool is_whole() const;
};

/// Reads the head of a dump, of each line 1 kB; what is missing stays empty, as
/// do sums from the first on that is none.
[[nodiscard]] CallgrindDump callgrind_dump(std::string_view text);

/// Returns the value of a metric of Valgrind. Cycles are estimated as
/// KCachegrind does it: one for each instruction, 10 for each miss of a first
/// cache, and 100 for each of the last.
[[nodiscard]] double value_of(const CallgrindDump& dump,
                              workload::Metric metric);

}  // namespace spl::runner
