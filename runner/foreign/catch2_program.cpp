#include "runner/foreign/catch2_program.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "runner/foreign/xml_tags.hpp"

namespace spl::runner {
namespace {

using workload::Request;

constexpr double kSamples = 50;

/// A benchmark as a report has it.
struct Benchmark {
  std::string test;
  std::string name;
  std::optional<double> iterations;  ///< Of a sample.
  std::optional<double> mean;        ///< ns of one iteration.
  std::string failure;               ///< Its own; or empty.
};

/// What a report has.
struct Tests {
  std::vector<Benchmark> benchmarks;
  std::set<std::string> failed;  ///< Test cases.
};

std::string text_of(const XmlTag& tag, const std::string& key) {
  const auto found = tag.attributes.find(key);
  return found == tag.attributes.end() ? std::string() : found->second;
}

std::optional<Tests> tests_of(const std::string& report) {
  const auto tags = xml_tags(report);
  if (!tags) return std::nullopt;
  Tests result;
  std::string test;
  bool is_in_benchmark = false;
  for (const XmlTag& tag : *tags) {
    if (tag.name == "TestCase") {
      test = text_of(tag, "name");
    } else if (tag.name == "OverallResult") {
      if (text_of(tag, "success") == "false") result.failed.insert(test);
    } else if (tag.name == "BenchmarkResults") {
      is_in_benchmark = true;
      result.benchmarks.push_back(
          {test, text_of(tag, "name"), tag.number("iterations"), {}, {}});
    } else if (tag.name == "/BenchmarkResults") {
      is_in_benchmark = false;
    } else if (is_in_benchmark && tag.name == "mean") {
      result.benchmarks.back().mean = tag.number("value");
    } else if (is_in_benchmark && tag.name == "failed") {
      result.benchmarks.back().failure = text_of(tag, "message");
    }
  }
  return result;
}

std::string workload_name(const Benchmark& benchmark) {
  return benchmark.test + '/' + benchmark.name;
}

/// Of TEST CASE/BENCHMARK, where both may have strokes: all beginnings that end
/// at one may be a test case, and which is known when they are executed.
std::string tests_of_workload(std::string_view workload) {
  std::string result;
  for (std::size_t at = workload.find('/'); at != workload.npos;
       at = workload.find('/', at + 1)) {
    if (!result.empty()) result += ',';
    result += test_specification(workload.substr(0, at));
  }
  return result;
}

workload::RunAnswer answer_of(const Benchmark& benchmark, const Tests& tests,
                              const Request& request) {
  if (!benchmark.failure.empty()) {
    return failed_run("failed: " + benchmark.failure);
  }
  if (tests.failed.contains(benchmark.test)) {
    return failed_run("is of no use, for its test case failed");
  }
  if (!benchmark.mean || !benchmark.iterations || *benchmark.mean < 0 ||
      *benchmark.iterations < 1) {
    return failed_run("has no mean in the report of its program");
  }
  workload::RunAnswer answer = runner::answer_of(
      {{*benchmark.mean, 0, kSamples * *benchmark.iterations}}, 0, request);
  // The time of a run does not depend on how many observations are wanted.
  answer.counted_ns = 0;
  return answer;
}

}  // namespace

std::string test_specification(std::string_view name) {
  std::string result;
  for (const char one : name) {
    constexpr std::string_view kMeaning = "\\,[]\"~";
    if (kMeaning.find(one) != kMeaning.npos) result += '\\';
    result += one;
  }
  return result;
}

ForeignExecution Catch2Program::execution(const Request& request,
                                          const std::string& report) const {
  const bool is_list = request.task == Request::Task::kCatalogue;
  return {{is_list ? "[!benchmark]" : tests_of_workload(request.method),
           "--reporter", "xml", "--out", report, "--order", "decl",
           "--benchmark-samples",
           is_list ? "1" : std::to_string(static_cast<int>(kSamples)),
           "--benchmark-resamples", "1", "--benchmark-no-analysis",
           "--benchmark-warmup-time", is_list ? "0" : "1"}};
}

std::optional<workload::CatalogueAnswer> Catch2Program::catalogue(
    const Request& /*request*/, const ForeignOutcome& outcome) const {
  const auto tests = tests_of(outcome.report.value_or(""));
  if (!tests) return std::nullopt;
  workload::CatalogueAnswer answer;
  answer.version = workload::kVersionOfIterations - 1;
  answer.missing =
      missing_metrics({workload::Metric::kWall},
                      "is a program of Catch2, whose only metric is wall");
  std::set<std::string> known;
  for (const Benchmark& one : tests->benchmarks) {
    std::string name = workload_name(one);
    if (!known.insert(name).second) continue;
    answer.entries.push_back(foreign_workload(std::move(name)));
  }
  return answer;
}

std::optional<workload::RunAnswer> Catch2Program::run(
    const Request& request, const ForeignOutcome& outcome) const {
  const std::string report = outcome.report.value_or("");
  if (report.empty() && outcome.status != 0) return std::nullopt;
  const auto tests = tests_of(report);
  if (!tests) {
    return failed_run("has no result: the report of its program is no XML");
  }
  const Benchmark* found = nullptr;
  for (const Benchmark& one : tests->benchmarks) {
    if (workload_name(one) != request.method) continue;
    if (found != nullptr) {
      return failed_run(
          "is the name of two benchmarks of its program, which cannot be told "
          "apart; rename one of them");
    }
    found = &one;
  }
  if (found != nullptr) return answer_of(*found, *tests, request);
  return failed_run(tests->failed.empty()
                        ? "is no benchmark of its program any more"
                        : "was not reached, for its test case failed");
}

}  // namespace spl::runner
