#include "runner/given/given_files.hpp"

#include <filesystem>
#include <set>

#include "runner/foreign/google_benchmark_text.hpp"
#include "runner/given/catch2.hpp"
#include "runner/given/data_file.hpp"
#include "runner/given/google_benchmark.hpp"
#include "runner/given/hyperfine.hpp"
#include "runner/given/nanobench.hpp"
#include "runner/given/report_kind.hpp"
#include "runner/given/run_report.hpp"
#include "runner/system/foreign_text.hpp"
#include "spl/logic/given.hpp"

namespace spl::runner {
namespace {

void check_names(const std::string& file,
                 const logic::GivenPerformances& given) {
  std::set<std::string> methods;
  for (const logic::Performance& one : given.performances) {
    methods.insert(one.method);
  }
  for (const logic::Performance& one : given.performances) {
    for (const std::string& name : {one.generator, one.factory}) {
      if (!methods.contains(name)) continue;
      throw DataError(
          std::string(file)
              .append(": performances[\"")
              .append(to_text(one))
              .append("\"]: \"")
              .append(name)
              .append("\" is a method elsewhere in the file; an instrument in "
                      "[...] needs another name"));
    }
  }
}

/// The texts of files that were all written by one tool: XML of Catch2, JSON of
/// all others.
struct Texts {
  ReportKind kind = ReportKind::kData;
  std::vector<JsonText> json;
  std::vector<XmlText> xml;
};

Texts texts_in(const std::vector<std::string>& files) {
  Texts result;
  for (const std::string& file : files) {
    std::string text = read_data(file);
    ReportKind kind = ReportKind::kCatch2;
    if (is_xml(text)) {
      result.xml.push_back({file, std::move(text)});
    } else {
      refuse_tables(file, text);
      const bool may_be_invalid = text.find("\"benchmarks\"") != text.npos;
      if (may_be_invalid) text = valid_json(text);
      kind = kind_of(result.json.emplace_back(file, text));
    }
    if (&file == &files.front()) result.kind = kind;
    if (kind == result.kind) continue;
    throw DataError(file + ": this is " + to_text(kind) + ", but " +
                    files.front() + " is " + to_text(result.kind) +
                    "; give only files of one kind");
  }
  return result;
}

Position position_of(const JsonText& text, const Texts& texts) {
  return &text == &texts.json.front() ? Position::kFirst : Position::kLater;
}

void require_no_counter(const Texts& texts, const MeasuredMetric& asked) {
  if (asked.counter.empty()) return;
  const std::string& file = texts.kind == ReportKind::kCatch2
                                ? texts.xml.front().file
                                : texts.json.front().file();
  throw DataError(file + ": this is " + to_text(texts.kind) +
                  ", of which --metric takes no counters such as " +
                  foreign_text(asked.counter) +
                  "; only those of Google Benchmark have them");
}

GivenObservations united(const Texts& texts,
                         const std::optional<MeasuredMetric>& asked_for) {
  GivenObservations result;
  if (texts.kind == ReportKind::kRunReport) {
    for (const JsonText& text : texts.json) {
      add_run_report(text, position_of(text, texts), asked_for, result);
    }
    return result;
  }
  const MeasuredMetric asked = asked_for.value_or(MeasuredMetric());
  if (texts.kind == ReportKind::kGoogleBenchmark) {
    return google_benchmark_observations(texts.json, asked);
  }
  require_no_counter(texts, asked);
  const workload::Metric metric = asked.metric;
  switch (texts.kind) {
    case ReportKind::kHyperfine:
      return hyperfine_observations(texts.json, metric);
    case ReportKind::kNanobench:
      return nanobench_observations(texts.json, metric);
    case ReportKind::kCatch2:
      return catch2_observations(texts.xml, metric);
    case ReportKind::kRunReport:
    case ReportKind::kGoogleBenchmark:
    case ReportKind::kData:
      break;
  }
  for (const JsonText& text : texts.json) {
    add_data_file(text, position_of(text, texts), result);
  }
  return result;
}

}  // namespace

GivenObservations read_observations(
    const std::vector<std::string>& files,
    const std::optional<MeasuredMetric>& metric) {
  const Texts texts = texts_in(files);
  GivenObservations result = united(texts, metric);
  logic::GivenPerformances given{
      {}, result.dimension, texts.kind == ReportKind::kRunReport};
  for (const auto& [performance, observed] : result.performances) {
    given.performances.insert(performance);
  }
  check_names(files.front(), given);
  result.catalogue = logic::given_catalogue(std::move(given), files.front());
  return result;
}

}  // namespace spl::runner
