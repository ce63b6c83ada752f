#pragma once

#include <map>
#include <string>
#include <vector>

#include "runner/foreign/measured_metric.hpp"
#include "runner/given/given_observations.hpp"
#include "spl/logic/performance.hpp"

/// Reports of other tools: each is one run of all its benchmarks.
namespace spl::runner {

/// The result of one benchmark in one report.
struct ForeignBenchmark {
  std::vector<double> observations;  ///< In nanoseconds, or counts.
  std::string failure;               ///< A sentence; empty: none.
};

using ForeignRun = std::map<logic::Performance, ForeignBenchmark>;

struct ForeignReport {
  std::string file;
  std::string content;  ///< The same in copies, and in nothing else.
  ForeignRun run;
};

/// A benchmark as its tool names it.
struct NamedBenchmark {
  std::string name;
  std::string group;    ///< The group, such as a test case, or empty.
  std::string section;  ///< The same in full; for names twice in a group.
  std::string place;    ///< In the report, for messages.
  ForeignBenchmark benchmark;
};

/// Returns the benchmarks by performance_of() their names, which are
/// `GROUP/NAME` or, where a report has that twice, `SECTION/NAME`. Throws
/// DataError with the remedy, a clause, if a name is empty or two are still of
/// one name.
[[nodiscard]] ForeignRun named_run(std::vector<NamedBenchmark> benchmarks,
                                   const std::string& file,
                                   const std::string& remedy);

/// Returns the reports as runs of their benchmarks. A benchmark that failed or
/// lacks in a report is a failed performance. Throws DataError for a report
/// that is there twice. At least one report.
[[nodiscard]] GivenObservations united(
    const std::vector<ForeignReport>& reports, const MeasuredMetric& metric);

/// `NAME failed in FILE: MESSAGE`, or without a message.
[[nodiscard]] std::string failure_text(const std::string& name,
                                       const std::string& file,
                                       const std::string& message);

/// Why a value is no observation: a sentence, or empty if it is one.
[[nodiscard]] std::string wrong_observation(double value,
                                            const MeasuredMetric& metric);

/// `one.json`, `one.json and two.json`, `one.json and 2 others`; of at least
/// one.
[[nodiscard]] std::string names_of_files(const std::vector<std::string>& files);

}  // namespace spl::runner
