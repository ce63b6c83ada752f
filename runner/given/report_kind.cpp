#include "runner/given/report_kind.hpp"

#include <algorithm>

#include "runner/given/object_reader.hpp"
#include "runner/given/run_report.hpp"
#include "runner/given/unread_report.hpp"
#include "runner/tools/tool_report.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Whether an item of the list at the key has a key, as all of its kind do.
bool any_has(const json& root, const char* list, const char* key) {
  const json& items = root[list];
  return items.is_array() &&
         std::any_of(items.begin(), items.end(),
                     [&](const json& item) { return has(item, key); });
}

/// A table for people or spreadsheets, and what to ask for instead.
struct Table {
  std::string_view beginning;
  const char* sentence;
};

/// Whether a line begins so: --benchmark_out writes facts of the host before
/// the table.
bool has_line(std::string_view text, std::string_view beginning) {
  return text.starts_with(beginning) ||
         text.find('\n' + std::string(beginning)) != text.npos;
}

constexpr char kOfHyperfine[] =
    "this table of hyperfine has means only, not the times of runs; let "
    "hyperfine write them with --export-json";
constexpr char kOfGoogleBenchmark[] =
    "this is no JSON; let Google Benchmark write it with "
    "--benchmark_out_format=json or --benchmark_format=json";

constexpr char kOfNanobench[] =
    "this table of nanobench has medians only, not the measurements; render "
    "the report with ankerl::nanobench::templates::json()";

constexpr Table kTables[] = {
    {"command,mean,stddev,", kOfHyperfine},
    {"| Command | Mean", kOfHyperfine},
    {"[cols=\"<,>,>,>", kOfHyperfine},  // AsciiDoc
    {"| Command  |  Mean", kOfHyperfine},
    {"name,iterations,real_time,", kOfGoogleBenchmark},
    {"Benchmark   ", kOfGoogleBenchmark},
    {"\"title\";\"name\";\"unit\";", kOfNanobench},
    {"\"title\"; \"name\"; \"unit\";", kOfNanobench},
    {"|               ns/op |", kOfNanobench},
    {"benchmark name  ",
     "this is Catch2's output for people; let Catch2 write XML with --reporter "
     "xml --benchmark-samples 1"}};

}  // namespace

std::string to_text(ReportKind kind) {
  switch (kind) {
    case ReportKind::kData:
      return "a data file of SPL";
    case ReportKind::kRunReport:
      return "a report of spl-run";
    case ReportKind::kGoogleBenchmark:
      return "a report of Google Benchmark";
    case ReportKind::kHyperfine:
      return "a report of hyperfine";
    case ReportKind::kNanobench:
      return "a report of nanobench";
    case ReportKind::kCatch2:
      return "a report of Catch2";
    case ReportKind::kPytest:
      return "a report of pytest-benchmark";
    case ReportKind::kCriterion:
      return "a report of criterion";
    case ReportKind::kCritcmp:
      return "an export of critcmp";
    case ReportKind::kAction:
      return "a list for github-action-benchmark";
    case ReportKind::kCsv:
      return "CSV";
  }
  return {};
}

bool is_xml(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

ReportKind kind_of(const JsonText& text) {
  const json& root = text.root();
  const JsonPlace top;
  if (is_run_report(text)) return ReportKind::kRunReport;
  const json& benchmarks = value_at(root, "benchmarks");
  if (benchmarks.is_object() && !benchmarks.empty() &&
      has(benchmarks.front(), "criterion_estimates_v1")) {
    return ReportKind::kCritcmp;
  }
  const bool is_list = root.is_array() && !root.empty();
  if (is_list && has(root.front(), "unit") && has(root.front(), "value")) {
    return ReportKind::kAction;
  }
  if (has(root, "benchmarks")) {
    if (has(root, "machine_info") || any_has(root, "benchmarks", "stats")) {
      return ReportKind::kPytest;
    }
    if (any_has(root, "benchmarks", "runs")) {
      text.fail(top,
                "this is a report for pyperf; render that of nanobench with "
                "ankerl::nanobench::templates::json()");
    }
    return ReportKind::kGoogleBenchmark;
  }
  if (has(root, "test-run")) {
    text.fail(top,
              "this report has no benchmarks: of the reporters of Catch2 only "
              "xml has them (--reporter xml --benchmark-samples 1)");
  }
  if ((has(root, "iters") && has(root, "times")) ||
      (has(root, "mean") && has(root["mean"], "point_estimate"))) {
    return ReportKind::kCriterion;
  }
  if (has(root, "full_id") && has(root, "directory_name")) {
    text.fail(top,
              "this file of criterion has no times; give the sample.json "
              "beside it, or the folder around both");
  }
  if (!has(root, "results")) {
    const bool is_data =
        has(root, "schema") || has(root, "unit") || has(root, "performances");
    if (!is_data) refuse_report(text);
    return ReportKind::kData;
  }
  const bool is_of_runs = any_has(root, "results", "measurements") ||
                          any_has(root, "results", "median(elapsed)") ||
                          any_has(root, "results", "epochs");
  return is_of_runs ? ReportKind::kNanobench : ReportKind::kHyperfine;
}

void refuse_tables(const std::string& file, std::string_view text) {
  if (text.starts_with('{')) return;
  for (const Table& table : kTables) {
    if (!has_line(text, table.beginning)) continue;
    throw DataError(file + ": " + table.sentence);
  }
  const std::string_view header = text.substr(0, text.find('\n'));
  if (text.starts_with('[') || header.find_first_of(",;\t") == text.npos)
    return;
  throw DataError(file +
                  ": the first line of CSV has to name the columns: `name`, "
                  "`value` (or in its place the unit of a time, `ns`, `us`, "
                  "`ms` or `s`) and, where there are several runs, `run`");
}

}  // namespace spl::runner
