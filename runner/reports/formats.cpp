#include "runner/reports/formats.hpp"

#include <algorithm>

#include "runner/reports/format_writers.hpp"

namespace spl::runner {
namespace {

bool is_json_report(std::string_view begin) {
  std::string text(begin.substr(0, 100));
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  constexpr std::string_view kBegin = R"({"schema":)";
  const std::size_t number = std::min(
      text.find_first_not_of("0123456789", kBegin.size()), text.size());
  return text.starts_with(kBegin) && number > kBegin.size() &&
         text.substr(number).starts_with(R"(,"version":")");
}

std::optional<std::string> csv_report(const Report& report) {
  std::string table = report.outcome ? report.outcome->csv() : "";
  if (table.empty()) return std::nullopt;
  return table;
}

bool is_csv_report(std::string_view begin) {
  return begin.substr(0, begin.find('\n')) == kCsvHeading;
}

std::optional<std::string> page(const Report& report) {
  if (!has_page(report)) return std::nullopt;
  return html_report(report);
}

bool is_page(std::string_view begin) {
  return begin.starts_with(kHtmlBeginning);
}

const Format kFormats[] = {
    {"json",
     [](const Report& report) -> std::optional<std::string> {
       return json_report(report);
     },
     is_json_report, "the JSON report", Format::Until::kReplaced, true},
    {"html", page, is_page, "the HTML report"},
    {"csv", csv_report, is_csv_report, "the table in CSV",
     Format::Until::kReplaced},
    {"markdown", markdown_report, is_markdown_report,
     "the summary in Markdown"},
    {"junit", junit_report, is_junit_report, "the report for JUnit"},
    {"github", github_annotations, is_github_annotations,
     "the annotations for GitHub", Format::Until::kEnd, false, nullptr, true},
    {"google-benchmark", google_benchmark_report, is_google_benchmark_report,
     "the times in Google Benchmark's JSON"},
    {kDocumentFormat, document_report, is_document_report,
     "the page of `document`", Format::Until::kReplaced, false,
     united_documents},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

}  // namespace spl::runner
