#include "runner/foreign/catch2_program.hpp"

#include <charconv>
#include <cmath>
#include <pugixml.hpp>
#include <set>
#include <system_error>
#include <utility>

namespace spl::runner {
namespace catch2 {
namespace {

using workload::Request;

constexpr double kSamples = 50;

/// A benchmark as a report has it.
struct Benchmark {
  std::string test;
  std::string name;
  std::optional<double> iterations;  ///< The iterations of a sample.
  std::optional<double> mean;        ///< ns of one iteration.
  std::string failure;               ///< Its own; or empty.
};

/// The content of a report.
struct Tests {
  std::vector<Benchmark> benchmarks;
  std::set<std::string> failed;  ///< Test cases.
};

std::optional<double> number(const pugi::xml_node& node, const char* key) {
  const std::string_view text = node.attribute(key).value();
  const char* end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// Takes in what a report has of test cases, whatever is around them.
class Walker : public pugi::xml_tree_walker {
 public:
  // Called for each node; false would end the walk.
  bool for_each(pugi::xml_node& node) override {
    const std::string_view name = node.name();
    if (name == "TestCase") {
      test_ = node.attribute("name").value();
    } else if (name == "OverallResult") {
      const std::string_view success = node.attribute("success").value();
      if (success == "false") tests_.failed.insert(test_);
    } else if (name == "BenchmarkResults") {
      tests_.benchmarks.push_back(
          {test_, node.attribute("name").value(), number(node, "iterations"),
           number(node.child("mean"), "value"),
           node.child("failed").attribute("message").value()});
    }
    return true;
  }

  [[nodiscard]] Tests tests() && { return std::move(tests_); }

 private:
  std::string test_;
  Tests tests_;
};

/// Returns nothing if the report is cut off or is no XML.
std::optional<Tests> tests_of(const std::string& report) {
  pugi::xml_document document;
  if (!document.load_buffer(report.data(), report.size(), pugi::parse_default,
                            pugi::encoding_utf8)) {
    return std::nullopt;
  }
  Walker walker;
  document.traverse(walker);
  return std::move(walker).tests();
}

std::string workload_name(const Benchmark& benchmark) {
  return benchmark.test + '/' + benchmark.name;
}

/// Returns a specification of the test cases that TEST CASE/BENCHMARK may name.
/// Both may have strokes: all beginnings that end at one may be a test case,
/// and which is known when they are executed.
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
                              const ForeignRequest& request) {
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

ForeignExecution execution(const ForeignRequest& request,
                           const std::string& report) {
  const bool is_list = request.task == Request::Task::kCatalogue;
  return {{is_list ? "[!benchmark]" : tests_of_workload(request.method),
           "--reporter", "xml", "--out", report, "--order", "decl",
           "--benchmark-samples",
           is_list ? "1" : std::to_string(static_cast<int>(kSamples)),
           "--benchmark-resamples", "1", "--benchmark-no-analysis",
           "--benchmark-warmup-time", is_list ? "0" : "1"}};
}

std::optional<workload::CatalogueAnswer> catalogue(
    const ForeignRequest& /*request*/, const ForeignOutcome& outcome) {
  const auto tests = tests_of(outcome.report.value_or(""));
  if (!tests) return std::nullopt;
  workload::CatalogueAnswer answer;
  answer.chooses_iterations = true;
  answer.missing =
      missing_metrics({workload::Metric::kWall},
                      "is a program of Catch2, whose only metric is wall");
  std::set<std::string> known;
  for (const Benchmark& one : tests->benchmarks) {
    std::string name = workload_name(one);
    if (!known.insert(name).second) continue;
    answer.entries.push_back(foreign_workload(std::move(name)));
  }
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
  const auto tests = tests_of(outcome.report.value_or(""));
  // A program that a benchmark ended leaves half a report.
  if (!tests && outcome.status != 0) return std::nullopt;
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
                                          catch2::run};
  return kTranslator;
}

}  // namespace spl::runner
