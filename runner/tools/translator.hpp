#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/tools/callgrind_dump.hpp"
#include "runner/tools/framework.hpp"
#include "runner/tools/tool_report.hpp"
#include "spl/workload/protocol.hpp"

/// Programs that do not speak the worker protocol: how they are executed for a
/// request, and what their reports answer. Whoever executes them writes the
/// answer in their stead, so that all else sees programs of SPL.
namespace spl::runner {

/// How a program is executed for one request.
struct ForeignExecution {
  std::vector<std::string> arguments;
  std::vector<std::string> variables = {};  ///< "NAME=value", set.
  std::vector<std::string> without = {};    ///< Names that are taken away.
};

/// A request some of whose metrics may be counters of the framework.
struct ForeignRequest : workload::Request {
  ForeignRequest() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most have no counters.
  ForeignRequest(workload::Request request,
                 std::vector<std::string> wanted = {})
      : Request(std::move(request)), counters(std::move(wanted)) {}

  /// By the positions of their metrics; an empty name: the metric, as for those
  /// beyond the last.
  std::vector<std::string> counters;
  /// CatalogueAnswer::chooses_iterations, or whether to list as if it were.
  bool chooses_iterations = false;
  /// Whether Callgrind executes the program, and counts what it times.
  bool is_counted = false;

  /// Returns the name of what counts at a position among the metrics.
  [[nodiscard]] std::string name_of(std::size_t position) const;
};

/// The outcome of an execution that ended by itself.
struct ForeignOutcome {
  int status = 0;
  std::string output;                 ///< All of its standard output.
  std::string errors;                 ///< The last of what it printed.
  std::optional<std::string> report;  ///< The file that was asked for.
  std::string own_output = {};        ///< As output, of own_output().
};

/// Answers requests for the programs of one framework.
struct Translator {
  /// Returns how a request is put to a program; `report` is the path of a file
  /// that it may write.
  ForeignExecution (*execution)(const ForeignRequest& request,
                                const std::string& report);

  /// Returns nothing if the outcome is no list of benchmarks: how the program
  /// ended says why.
  std::optional<workload::CatalogueAnswer> (*catalogue)(
      const ForeignRequest& request, const ForeignOutcome& outcome);

  /// Returns nothing likewise; else observations or a failure.
  std::optional<workload::RunAnswer> (*run)(const ForeignRequest& request,
                                            const ForeignOutcome& outcome);

  /// Returns Callgrind's options by which it writes what it counted around what
  /// the program times.
  std::vector<std::string> (*dump_options)();

  /// Returns the dumps of the benchmark that is asked for, with their calls;
  /// none if they cannot be told.
  std::vector<CountedCalls> (*counted)(const ForeignRequest& request,
                                       const ForeignOutcome& outcome,
                                       const std::vector<CallgrindDump>& dumps);

  /// Returns how a program is executed that prints its list among lines of its
  /// own, so that it prints these alone; null for lists that are recognised.
  ForeignExecution (*own_output)() = nullptr;

  using Question = bool(const ForeignRequest& request,
                        const ForeignOutcome& outcome);

  /// Returns whether the program cannot be told its iterations, and is to be
  /// asked again as one that chooses them.
  Question* is_refused = never;

  /// Returns whether something else on the machine spoiled what a run was to
  /// find out before it measured, so that it is executed again.
  Question* is_spoiled = never;

  /// Whether reports may have counters.
  bool has_counters = false;

  /// Whether each observation calls the whole benchmark, what it prepares
  /// included.
  bool repeats_setup = false;

  [[nodiscard]] static bool never(const ForeignRequest& request,
                                  const ForeignOutcome& outcome);
};

/// Returns the text that a program of SPL would have written.
[[nodiscard]] std::optional<std::string> answer_text(
    const Translator& translator, const ForeignRequest& request,
    const ForeignOutcome& outcome);

/// Returns a workload without parameters.
[[nodiscard]] workload::EntryFacts foreign_workload(std::string name);

/// Lists the benchmarks of a report, each name once: two of one name fail when
/// they are measured.
void add_entries(const ToolReport& report, workload::CatalogueAnswer& answer);

/// Returns all metrics but these as missing, for a reason that continues
/// "PROGRAM ...".
[[nodiscard]] std::vector<workload::MissingMetric> missing_metrics(
    const std::vector<workload::Metric>& recorded, const std::string& reason);

/// Returns a run that failed: a sentence that reads well after a performance
/// and a colon.
[[nodiscard]] workload::RunAnswer failed_run(std::string failure);

/// Returns why an observation lacks what a request asks for, or has a value
/// that cannot be compared: it continues "WORKLOAD ..."; else empty.
[[nodiscard]] std::string lack_of_counters(const ForeignObservation& one,
                                           const ForeignRequest& request);

/// Returns the answer of observations of which the first `warmup` do not count,
/// and no more than were asked for do. At least one is left.
[[nodiscard]] workload::RunAnswer answer_of(
    const std::vector<ForeignObservation>& observations, std::size_t warmup,
    const ForeignRequest& request);

/// Returns the translator of a framework; null for programs of SPL and unknown
/// ones.
[[nodiscard]] const Translator* translator(Framework framework);

/// Returns the translator for Catch2 2 and 3. Benchmarks are those of test
/// cases with the tag [!benchmark], found by executing each with a single
/// sample; a workload is TEST CASE/BENCHMARK. Reports have no samples but their
/// mean, so a run has one observation, the mean of 50 samples, and one executes
/// all benchmarks of its test case.
[[nodiscard]] const Translator& catch2_program();

/// Returns the test specification that selects a test case by its name.
[[nodiscard]] std::string test_specification(std::string_view name);

/// Returns the translator for Google Benchmark from 1.7 on: one benchmark is
/// executed with as many repetitions as there are observations, each of at
/// least 0.2 ms, of which its timing is some thousandths. From 1.8 on a request
/// may say how many iterations each has; before, each run finds them.
[[nodiscard]] const Translator& google_benchmark_program();

/// Returns a POSIX extended regular expression that matches this text alone.
[[nodiscard]] std::string pattern_of(std::string_view name);

/// Returns the translator for programs of nanobench that render its JSON, to
/// standard output or to the file that SPL_REPORT names. They have no options:
/// each execution is of the whole program, which may look at SPL_BENCHMARK and
/// run that benchmark alone. A workload is NAME, or TITLE/NAME where the title
/// is not the default; epochs are its observations.
[[nodiscard]] const Translator& nanobench_program();

}  // namespace spl::runner
