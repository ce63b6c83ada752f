#include "runner/foreign/nanobench_program.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

namespace spl::runner {
namespace {

using nlohmann::json;
using workload::Request;

/// nanobench names benchmarks without a title so.
constexpr std::string_view kDefaultTitle = "benchmark";
constexpr double kSecond = 1e9;  ///< ns.

/// What a report has.
struct Results {
  std::vector<json> benchmarks;
  bool is_cut = false;  ///< Some of it is no JSON.
};

/// A program prints tables and other lines too: JSON begins with a line that
/// has a brace alone, as nanobench's template does, and ends with another. What
/// follows may begin on that line.
Results results_of(const ForeignOutcome& outcome) {
  Results results;
  std::istringstream lines(outcome.report ? *outcome.report : outcome.output);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool ends = line == "}" || line == "}{";
    if (text.empty() && line != "{") continue;
    text += (ends ? "}" : line) + '\n';
    if (!ends) continue;
    const json root = json::parse(text, nullptr, false);
    text = line == "}" ? "" : "{\n";
    const bool is_report = root.is_object() && root.contains("results") &&
                           root["results"].is_array();
    results.is_cut = results.is_cut || !is_report;
    if (!is_report) continue;
    for (const json& one : root["results"]) {
      if (one.is_object()) results.benchmarks.push_back(one);
    }
  }
  results.is_cut = results.is_cut || !text.empty();
  return results;
}

std::string text_of(const json& benchmark, const char* key) {
  const json text = benchmark.value(key, json());
  return text.is_string() ? text.get<std::string>() : std::string();
}

std::string workload_name(const json& benchmark) {
  const std::string title = text_of(benchmark, "title");
  const std::string name = text_of(benchmark, "name");
  return title.empty() || title == kDefaultTitle ? name : title + '/' + name;
}

std::vector<ForeignObservation> epochs_of(const json& benchmark) {
  std::vector<ForeignObservation> epochs;
  const json measurements = benchmark.value("measurements", json::array());
  for (const json& one : measurements) {
    if (!one.is_object()) return {};
    const json elapsed = one.value("elapsed", json());
    const json iterations = one.value("iterations", json());
    if (!elapsed.is_number() || !iterations.is_number() ||
        elapsed.get<double>() < 0 || iterations.get<double>() < 1) {
      return {};
    }
    epochs.push_back(
        {elapsed.get<double>() * kSecond, 0, iterations.get<double>()});
  }
  return epochs;
}

ForeignExecution execution(const Request& request, const std::string& report) {
  ForeignExecution all{{},
                       {"SPL_REPORT=" + report},
                       {"NANOBENCH_ENDLESS", "NANOBENCH_SUPPRESS_WARNINGS"}};
  all.variables.emplace_back("NANOBENCH_SUPPRESS_WARNINGS=1");
  if (request.task == Request::Task::kRun) {
    all.variables.push_back("SPL_BENCHMARK=" + request.method);
  }
  return all;
}

std::optional<workload::CatalogueAnswer> catalogue(
    const Request& /*request*/, const ForeignOutcome& outcome) {
  if (outcome.status != 0) return std::nullopt;
  const Results results = results_of(outcome);
  workload::CatalogueAnswer answer;
  answer.version = workload::kVersionOfIterations - 1;
  answer.missing = missing_metrics(
      {workload::Metric::kWall},
      "is a program of nanobench, whose only metric here is wall");
  std::set<std::string> known;
  for (const json& one : results.benchmarks) {
    std::string name = workload_name(one);
    if (name.empty() || !known.insert(name).second) continue;
    answer.entries.push_back(foreign_workload(std::move(name)));
  }
  if (answer.entries.empty()) {
    answer.failure =
        results.is_cut
            ? "what this program prints as nanobench's JSON is none; names "
              "with "
              "quotes or backslashes make it so"
            : "this program of nanobench does not print its results; have it "
              "call render(ankerl::nanobench::templates::json(), std::cout)";
  }
  return answer;
}

std::optional<workload::RunAnswer> run(const Request& request,
                                       const ForeignOutcome& outcome) {
  const Results results = results_of(outcome);
  const json* found = nullptr;
  for (const json& one : results.benchmarks) {
    if (workload_name(one) != request.method) continue;
    if (found != nullptr) {
      return failed_run(
          "is the name of two benchmarks of its program, which cannot be told "
          "apart; rename one of them");
    }
    found = &one;
  }
  if (found == nullptr) {
    if (outcome.status != 0) return std::nullopt;
    return failed_run(
        results.is_cut
            ? "has no result: what its program prints as JSON is none"
            : "is no benchmark of its program any more");
  }
  const std::vector<ForeignObservation> epochs = epochs_of(*found);
  if (epochs.empty()) {
    return failed_run("has no epochs in the report of its program");
  }
  // Its own warm-up is not among them.
  return answer_of(epochs, 0, request);
}

}  // namespace

const Translator& nanobench_program() {
  static constexpr Translator kTranslator{execution, catalogue, run};
  return kTranslator;
}

}  // namespace spl::runner
