#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/report.hpp"
#include "spl/statistics/run.hpp"

/// The writers of the formats that formats.hpp lists. Those that are absent
/// have nothing of what the format is about. `is_...` returns whether a file
/// that begins so was written by the writer of that name.
namespace spl::runner {

/// Returns the JSON report, schema 1 (docs/report.schema.json), with a line
/// feed at its end. Numbers are finite or null, times are nanoseconds.
[[nodiscard]] std::string json_report(const Report& report);

/// How every HTML report begins, and nothing else does.
inline constexpr const char* kHtmlBeginning =
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=generator content=\"spl-run ";

/// Whether the outcome has an HTML report; errors that prevented one do.
[[nodiscard]] bool has_page(const Report& report);

/// Returns the report as a page of HTML that loads nothing and runs nothing but
/// its own script. The outcome has a page.
[[nodiscard]] std::string html_report(const Report& report);

/// The first line of tables of times, without its end.
inline constexpr std::string_view kMarkdownHeading =
    "| workload | median | mean | 95 % over runs | 10 % .. 90 % | runs "
    "| observations | iterations |";

/// Returns a summary for the page of a job or a merge request: the overall
/// result, the command that repeats it, a table of what does not hold, and one
/// of the rest that unfolds. Of times the table alone (tables.hpp). Absent if
/// the report has neither formulas, times nor mistakes.
[[nodiscard]] std::optional<std::string> markdown_report(const Report& report);
[[nodiscard]] bool is_markdown_report(std::string_view begin);

/// Returns JUnit's XML in GoogleTest's dialect: a test suite for each file, a
/// test case for each formula. A formula that is violated fails, one that could
/// not be measured is an error, and an undecided one does what --undecided
/// says. Mistakes that prevent a result are errors of a test case `spl-run`.
/// Absent if the report has neither formulas nor mistakes.
[[nodiscard]] std::optional<std::string> junit_report(const Report& report);
[[nodiscard]] bool is_junit_report(std::string_view begin);

/// Returns workflow commands of GitHub Actions: an annotation at each formula
/// that does not hold, and at each mistake. Paths are relative to the
/// repository's top. GitHub shows ten errors of a step: the tenth names the
/// number of others.
[[nodiscard]] std::optional<std::string> github_annotations(
    const Report& report);
[[nodiscard]] bool is_github_annotations(std::string_view begin);

/// Returns times as Google Benchmark 1.7 writes them: a run is a repetition,
/// with the mean of its calls as `real_time`, and the CPU time as `cpu_time` if
/// it was recorded, otherwise the same. Counts are left out. Absent without
/// times.
[[nodiscard]] std::optional<std::string> google_benchmark_report(
    const Report& report);
[[nodiscard]] bool is_google_benchmark_report(std::string_view begin);

/// Returns a page in Markdown with an entry for each function that formulas in
/// attributes or SPL_EXPECTS document, use case UC2 of the paper on SPL: the
/// formulas, their verdicts, the ratios with intervals, where and when they
/// were measured. Absent without formulas.
[[nodiscard]] std::optional<std::string> document_report(const Report& report);
[[nodiscard]] bool is_document_report(std::string_view begin);

/// Returns a page with the entries of both pages, in the order of their names;
/// an entry of `fresh` replaces that of the same function.
[[nodiscard]] std::string united_documents(std::string_view earlier,
                                           const std::string& fresh);

/// All runs of one performance by one metric.
struct MeasuredSeries {
  std::string name;    ///< As a formula writes it: `sort(1000)`.
  std::string metric;  ///< As --metric names it; of given ones "wall" or "1".
  logic::Dimension dimension = logic::Dimension::kTime;
  statistics::Runs runs;                  ///< Runs of all groups; at least one.
  std::vector<std::uint64_t> iterations;  ///< Each run's; 1 if given.
  /// The mean CPU time of each run; empty unless it was recorded or decides.
  std::vector<double> cpu;

  /// Returns the mean of each run.
  [[nodiscard]] std::vector<double> run_means() const;
};

/// Returns the performances that have runs, in the report's order. What several
/// groups of relations measured is one series.
[[nodiscard]] std::vector<MeasuredSeries> measured_series(const Report& report);

}  // namespace spl::runner
