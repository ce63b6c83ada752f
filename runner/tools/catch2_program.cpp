#include "runner/tools/translator.hpp"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "runner/tools/catch2_report.hpp"

namespace spl::runner {
namespace catch2 {
namespace {

using workload::Request;

constexpr const char* kSamples = "50";
constexpr const char* kBegin = "Catch::XmlReporter::benchmarkPreparing(";
constexpr const char* kSampling = "Catch::XmlReporter::benchmarkStarting(";
constexpr const char* kCall =
    "Catch::Benchmark::Detail::BenchmarkFunction::model<";

/// Returns nothing if the report is cut off or is no XML.
std::optional<ToolReport> report_of(const ForeignOutcome& outcome) {
  const std::string text = outcome.report.value_or("");
  pugi::xml_document document;
  if (!document.load_buffer(text.data(), text.size(), pugi::parse_default,
                            pugi::encoding_utf8)) {
    return std::nullopt;
  }
  return catch2_report(document);
}

/// Returns a specification of the test cases that TEST CASE/BENCHMARK may name.
/// Both may have strokes: all beginnings that end at one may be a test case,
/// and which is known when they are executed. Together they are no longer than
/// an argument of a program.
std::string tests_of_workload(std::string_view workload) {
  constexpr std::size_t kMost = 100'000;
  std::string result;
  for (std::size_t at = workload.find('/');
       at != workload.npos && result.size() + at < kMost;
       at = workload.find('/', at + 1)) {
    if (!result.empty()) result += ',';
    result += test_specification(workload.substr(0, at));
  }
  return result;
}

workload::RunAnswer answer_of(const ReportedBenchmark& benchmark,
                              const ForeignRequest& request) {
  if (benchmark.failure) return failed_run(to_text(benchmark.failure));
  const std::string lack =
      lack_of_counters(benchmark.observations.front(), request);
  if (!lack.empty()) return failed_run(lack);
  workload::RunAnswer answer =
      runner::answer_of(benchmark.observations, 0, request);
  // The time of a run does not depend on how many observations are wanted.
  answer.counted_ns = 0;
  return answer;
}

ForeignExecution execution(const ForeignRequest& request,
                           const std::string& report) {
  const bool is_list = request.task == Request::Task::kCatalogue;
  // Valgrind makes 16 calls of 1 ms in that time.
  const char* const warmup = is_list ? "0" : request.is_counted ? "100" : "1";
  return {{is_list ? "[!benchmark]" : tests_of_workload(request.method),
           "--reporter", "xml", "--out", report, "--order", "decl",
           "--benchmark-samples",
           is_list || request.is_counted ? "1" : kSamples,
           "--benchmark-resamples", "1", "--benchmark-no-analysis",
           "--benchmark-warmup-time", warmup}};
}

std::optional<workload::CatalogueAnswer> catalogue(
    const ForeignRequest& /*request*/, const ForeignOutcome& outcome) {
  const auto report = report_of(outcome);
  if (!report) return std::nullopt;
  workload::CatalogueAnswer answer;
  answer.chooses_iterations = true;
  answer.missing =
      missing_metrics({workload::Metric::kWall},
                      "is a program of Catch2, whose only metric is wall");
  add_entries(*report, answer);
  if (answer.entries.empty()) {
    answer.failure =
        "this program of Catch2 has no benchmarks in test cases with the tag "
        "[!benchmark], and other test cases are not executed; write "
        "TEST_CASE(\"sorting\", \"[!benchmark]\")";
  }
  return answer;
}

std::optional<workload::RunAnswer> run(const ForeignRequest& request,
                                       const ForeignOutcome& outcome) {
  if (request.observation_ns == 0) {
    return failed_run(
        "has no times of single calls, for Catch2 times batches of them; "
        "compare the mean "
        "or the median");
  }
  const auto report = report_of(outcome);
  // A program that a benchmark ended leaves half a report.
  if (!report && outcome.status != 0) return std::nullopt;
  if (!report) {
    return failed_run("has no result: the report of its program is no XML");
  }
  for (const ReportedBenchmark& one : report->benchmarks) {
    if (one.name == request.method) return answer_of(one, request);
  }
  return failed_run(report->has_failed
                        ? "was not reached, for its test case failed"
                        : "is no benchmark of its program any more");
}

std::vector<std::string> dump_options() {
  return {std::string("--dump-before=") + kBegin + '*',
          std::string("--dump-before=") + kCall + "*>::call(*",
          std::string("--dump-before=") + kSampling + '*'};
}

/// Before it samples, Catch2 calls a benchmark once, twice, 4 times ... until
/// that takes long enough. A dump before each shows what the one before took;
/// the last of them is longer, for much else follows it.
std::vector<CountedCalls> counted(const ForeignRequest& request,
                                  const ForeignOutcome& outcome,
                                  const std::vector<CallgrindDump>& dumps) {
  constexpr std::size_t kMost = 5;  // 16 calls.
  const auto report = report_of(outcome);
  if (!report) return {};
  std::vector<std::vector<const CallgrindDump*>> benchmarks;
  bool is_sampling = true;
  for (const CallgrindDump& one : dumps) {
    if (one.is_before(kBegin)) {
      benchmarks.emplace_back();
      is_sampling = false;
    } else if (!is_sampling) {
      benchmarks.back().push_back(&one);
      is_sampling = one.is_before(kSampling);
    }
  }
  const auto& made = report->benchmarks;
  const auto found =
      std::ranges::find(made, request.method, &ReportedBenchmark::name);
  if (found == made.end() || benchmarks.size() != made.size()) return {};
  const auto& own = benchmarks[static_cast<std::size_t>(found - made.begin())];
  if (own.size() < 2) return {};
  const std::size_t last =
      std::min(std::max<std::size_t>(1, own.size() - 2), kMost);
  const double calls = std::exp2(last - 1);
  if (last == 1) return {{own[1], 1}};
  return {{own[last - 1], calls / 2}, {own[last], calls}};
}

}  // namespace
}  // namespace catch2

std::string test_specification(std::string_view name) {
  std::string result;
  for (const char one : name) {
    constexpr std::string_view kMeaning = "\\,[]\"~";
    if (kMeaning.find(one) != kMeaning.npos) result += '\\';
    result += one;
  }
  return result;
}

const Translator& catch2_program() {
  static constexpr Translator kTranslator{catch2::execution, catch2::catalogue,
                                          catch2::run, catch2::dump_options,
                                          catch2::counted};
  return kTranslator;
}

}  // namespace spl::runner
