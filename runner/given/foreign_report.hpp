#pragma once

#include <string>
#include <vector>

#include "runner/given/given_observations.hpp"
#include "runner/given/report_kind.hpp"
#include "runner/system/json_text.hpp"
#include "runner/tools/measured_metric.hpp"
#include "runner/tools/tool_report.hpp"

/// Reports of other tools: each is one run of all its benchmarks.
namespace spl::runner {

struct ForeignReport {
  std::string file;
  std::string content;  ///< The same in copies, and in nothing else.
  ToolReport report;
  std::string set = {};    ///< Whose runs it has, as `old`; or empty.
  bool is_of_one = false;  ///< It has one benchmark of those of a run.
};

/// Reads JSON of a tool that kind_of() knows. Throws DataError if the JSON has
/// no benchmarks.
[[nodiscard]] ForeignReport json_report(const JsonText& text, ReportKind kind);

/// Reads CSV: a report for each of its runs; none for other texts. Throws
/// DataError without rows.
[[nodiscard]] std::vector<ForeignReport> csv_reports(const std::string& file,
                                                     const std::string& text);

/// Reads XML of Catch2. Throws DataError, with its place, for other XML, and
/// for a report without benchmarks.
[[nodiscard]] ForeignReport xml_report(const std::string& file,
                                       std::string text);

/// Returns the reports of each set as runs of its benchmarks, whose revision is
/// the set. A benchmark that failed,
/// lacks in a report or has no such metric is a failed performance. Its name
/// reads as a performance without [...] and @ if it is the only one that does,
/// and is the whole name of a method otherwise. Throws DataError for a report
/// that is there twice. At least one report.
[[nodiscard]] GivenObservations united(
    const std::vector<ForeignReport>& reports, const MeasuredMetric& metric);

/// `one.json`, `one.json and two.json`, `one.json and 2 others`; of at least
/// one.
[[nodiscard]] std::string names_of_files(const std::vector<std::string>& files);

}  // namespace spl::runner
