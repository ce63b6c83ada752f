#include "runner/given/report_kind.hpp"

#include <algorithm>
#include <cctype>

#include "runner/given/data_file.hpp"
#include "runner/given/object_reader.hpp"
#include "runner/tools/tool_report.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Whether an item of the list at the key has a key, as all of its kind do.
bool any_has(const json& root, const char* list, const char* key) {
  const json& items = root[list];
  return items.is_array() && std::ranges::any_of(items, [&](const json& item) {
           return has(item, key);
         });
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

namespace unread {
namespace {

/// What is read, and what can be made of everything else.
constexpr char kRead[] =
    "read are JSON of Google Benchmark, hyperfine, nanobench, "
    "pytest-benchmark, criterion, critcmp and spl-run, lists for "
    "github-action-benchmark, XML of Catch2, CSV with the columns name,ns or "
    "name,value, and data files, {\"schema\": 1, \"unit\": "
    "\"ns\", "
    "\"performances\": {\"NAME\": {\"runs\": [[10.2, 10.1], ...]}}}, which "
    "take the results of any tool";

/// The first item of a list; null if there is none.
json first_of(const json& list) {
  return list.is_array() && !list.empty() ? list.front() : json();
}

bool is_bmf(const json& root) {
  if (!root.is_object() || root.empty()) return false;
  const json measures = root.begin().value();
  return measures.is_object() && !measures.empty() &&
         has(measures.begin().value(), "value");
}

bool is_julia(const json& root) {
  const json first = first_of(root);
  return has(first, "Julia") || has(first, "BenchmarkTools");
}

/// A tool, and how its JSON is known.
struct Tool {
  const char* name;
  bool (*wrote)(const json& root);
};

constexpr std::array kTools{
    Tool{"JMH",
         [](const json& root) { return has(first_of(root), "primaryMetric"); }},
    Tool{"BenchmarkDotNet",
         [](const json& root) { return has(root, "HostEnvironmentInfo"); }},
    Tool{"vitest",
         [](const json& root) {
           return has(root, "files") && has(first_of(root["files"]), "groups");
         }},
    Tool{"Julia's BenchmarkTools", is_julia},
    Tool{"LNT",
         [](const json& root) {
           return (has(root, "Run") && has(root, "Tests")) ||
                  (has(root, "run") && has(root, "tests"));
         }},
    Tool{"Bencher (BMF)", is_bmf}};

bool is_list_of_reports(const json& root) {
  const json first = first_of(root);
  return has(first, "benchmarks") || has(first, "results");
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return std::tolower(c); });
  return result;
}

}  // namespace
}  // namespace unread

void refuse_text(const std::string& file, std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == text.npos || text[first] == '{' || text[first] == '[') return;
  const std::string beginning = unread::lower(text.substr(first, 14));
  if (beginning == "<!doctype html" || beginning.starts_with("<html")) {
    throw DataError(file + ": this is HTML, a page for people; " +
                    unread::kRead);
  }
  const bool has_json_behind = text[first] != '<' &&
                               text.find("\n{") != text.npos &&
                               text.find("\"benchmarks\"") != text.npos;
  if (!has_json_behind) return;
  throw DataError(file +
                  ": a program printed other lines before its JSON; let "
                  "Google Benchmark write a file with --benchmark_out=FILE "
                  "--benchmark_out_format=json");
}

void refuse_report(const JsonText& text) {
  const nlohmann::json& root = text.root();
  if (unread::is_list_of_reports(root)) {
    text.fail({},
              "this is a list of reports; give each as a file of its own, "
              "with its own --data");
  }
  for (const unread::Tool& tool : unread::kTools) {
    if (!tool.wrote(root)) continue;
    text.fail({}, std::string("this is a report of ") + tool.name +
                      ", which is not read; " + unread::kRead);
  }
  text.fail({},
            std::string("this is no report that is read; ") + unread::kRead);
}

}  // namespace spl::runner
