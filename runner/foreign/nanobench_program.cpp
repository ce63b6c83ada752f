#include "runner/foreign/nanobench_program.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

namespace spl::runner {
namespace nanobench {
namespace {

using nlohmann::json;
using workload::Metric;
using workload::Request;

/// nanobench names benchmarks without a title so.
constexpr std::string_view kDefaultTitle = "benchmark";
constexpr double kSecond = 1e9;  ///< ns.

/// A count of nanobench, with the name of the metric.
struct Counter {
  const char* key;
  std::string_view name;
};

constexpr Counter kCounters[] = {
    {"instructions", workload::to_text(Metric::kInstructions)},
    {"cpucycles", workload::to_text(Metric::kCycles)},
    {"branchmisses", workload::to_text(Metric::kBranchMisses)},
    {"pagefaults", workload::to_text(Metric::kPageFaults)},
    {"contextswitches", "contextswitches"},
    {"branchinstructions", "branchinstructions"}};

/// The content of a report.
struct Results {
  std::vector<json> benchmarks;
  bool is_cut = false;  ///< Some of it is no JSON.
};

/// Adds the benchmarks of a report. Returns whether the text is a report.
bool add_report(const std::string& text, Results& results) {
  const json root = json::parse(text, nullptr, false);
  const bool is_report = root.is_object() && root.contains("results") &&
                         root["results"].is_array();
  if (!is_report) return false;
  for (const json& one : root["results"]) {
    if (one.is_object()) results.benchmarks.push_back(one);
  }
  return true;
}

/// A program prints tables and other lines too. A report is one line, as of
/// templates of its own, or begins with a line that has a brace alone, as
/// nanobench's template does, and ends with another. Another report may begin
/// on that line.
Results results_of(const ForeignOutcome& outcome) {
  Results results;
  std::istringstream lines(outcome.report ? *outcome.report : outcome.output);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool ends = line == "}" || line == "}{";
    if (text.empty() && line != "{") {
      if (line.starts_with('{')) (void)add_report(line, results);
      continue;
    }
    text += (ends ? "}" : line) + '\n';
    if (!ends) continue;
    if (!add_report(text, results)) results.is_cut = true;
    text = line == "}" ? "" : "{\n";
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

/// Returns what an epoch counted of an iteration; nothing if all is 0, as it is
/// where the processor's counters may not be used.
std::map<std::string, double> counters_of(const json& measurement) {
  std::map<std::string, double> result;
  bool is_counted = false;
  for (const Counter& counter : kCounters) {
    const json value = measurement.value(counter.key, json());
    if (!value.is_number()) continue;
    result.emplace(counter.name, value.get<double>());
    is_counted = is_counted || value != 0;
  }
  if (!is_counted) result.clear();
  return result;
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
    epochs.push_back({elapsed.get<double>() * kSecond, 0,
                      iterations.get<double>(), counters_of(one)});
  }
  return epochs;
}

std::vector<workload::MissingMetric> missing_of(const Results& results) {
  const std::vector<Metric> known{Metric::kWall, Metric::kInstructions,
                                  Metric::kCycles, Metric::kBranchMisses,
                                  Metric::kPageFaults};
  std::vector<workload::MissingMetric> missing = missing_metrics(
      known,
      "is a program of nanobench, whose metrics are wall, instructions, "
      "cycles, branch-misses and page-faults");
  for (const json& benchmark : results.benchmarks) {
    for (const ForeignObservation& one : epochs_of(benchmark)) {
      if (!one.counters.empty()) return missing;
    }
  }
  for (const Metric one : known) {
    if (one == Metric::kWall) continue;
    missing.push_back({one,
                       "is a program of nanobench that counted nothing, as "
                       "where the processor's counters may not be used; allow "
                       "that (sysctl kernel.perf_event_paranoid=1)"});
  }
  return missing;
}

ForeignExecution execution(const ForeignRequest& request,
                           const std::string& report) {
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
    const ForeignRequest& /*request*/, const ForeignOutcome& outcome) {
  if (outcome.status != 0) return std::nullopt;
  const Results results = results_of(outcome);
  workload::CatalogueAnswer answer;
  answer.chooses_iterations = true;
  answer.missing = missing_of(results);
  std::set<std::string> known;
  for (const json& one : results.benchmarks) {
    std::string name = workload_name(one);
    if (name.empty() || !known.insert(name).second) continue;
    answer.entries.push_back(foreign_workload(std::move(name)));
  }
  if (answer.entries.empty()) {
    answer.failure =
        results.is_cut
            ? "this program's nanobench output is not JSON, perhaps because "
              "of names with quotes or backslashes"
            : "this program of nanobench does not print its results; have it "
              "call render(ankerl::nanobench::templates::json(), std::cout)";
  }
  return answer;
}

std::optional<workload::RunAnswer> run(const ForeignRequest& request,
                                       const ForeignOutcome& outcome) {
  if (request.observation_ns == 0) {
    return failed_run(
        "has no times of single calls, for nanobench times batches of them; "
        "compare the mean "
        "or the median");
  }
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
  for (const ForeignObservation& one : epochs) {
    const std::string lack = lack_of_counters(one, request);
    if (!lack.empty()) return failed_run(lack);
  }
  // Its own warm-up is not among them.
  return answer_of(epochs, 0, request);
}

}  // namespace
}  // namespace nanobench

const Translator& nanobench_program() {
  static constexpr Translator kTranslator{.execution = nanobench::execution,
                                          .catalogue = nanobench::catalogue,
                                          .run = nanobench::run,
                                          .has_counters = true};
  return kTranslator;
}

}  // namespace spl::runner
