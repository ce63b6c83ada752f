#include "runner/tools/translator.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace spl::runner {
namespace nanobench {
namespace {

using nlohmann::json;
using workload::Metric;
using workload::Request;

/// The content of a report.
struct Results {
  std::vector<json> benchmarks;
  bool is_cut = false;  ///< Some of it is no JSON.
};

/// Adds the benchmarks of a report. Returns whether the text is a report.
bool add_report(const std::string& text, Results& results) {
  const json root = json_of(text);
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

std::vector<workload::MissingMetric> missing_of(const ToolReport& report) {
  const std::vector<Metric> known{Metric::kWall, Metric::kInstructions,
                                  Metric::kCycles, Metric::kBranchMisses,
                                  Metric::kPageFaults};
  std::vector<workload::MissingMetric> missing = missing_metrics(
      known,
      "is a program of nanobench, whose metrics are wall, instructions, "
      "cycles, branch-misses and page-faults");
  for (const ReportedBenchmark& benchmark : report.benchmarks) {
    for (const ForeignObservation& one : benchmark.observations) {
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
  const ToolReport report = nanobench_report(results.benchmarks);
  answer.missing = missing_of(report);
  add_entries(report, answer);
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
  const ToolReport report = nanobench_report(results.benchmarks);
  const auto found = std::ranges::find_if(
      report.benchmarks,
      [&](const auto& one) { return one.name == request.method; });
  if (found == report.benchmarks.end()) {
    if (outcome.status != 0) return std::nullopt;
    return failed_run(
        results.is_cut
            ? "has no result: what its program prints as JSON is none"
            : "is no benchmark of its program any more");
  }
  if (found->failure) return failed_run(to_text(found->failure));
  for (const ForeignObservation& one : found->observations) {
    const std::string lack = lack_of_counters(one, request);
    if (!lack.empty()) return failed_run(lack);
  }
  // Its own warm-up is not among them.
  return answer_of(found->observations, 0, request);
}

const std::string kLogic = "ankerl::nanobench::detail::IterationLogic::";
const std::string kBegin = kLogic + "IterationLogic(";

/// Which functions are inlined depends on where nanobench is compiled.
std::vector<std::string> dump_options() {
  return {"--dump-before=" + kBegin + '*', "--dump-before=" + kLogic + "add(*",
          "--dump-before=" + kLogic + "Impl::add(*",
          "--dump-after=std::*chrono::*steady_clock::now()*"};
}

/// What is timed lies between two readings of the clock, and is then added. The
/// report has the last epochs, each of another number of iterations.
std::vector<CountedCalls> counted(const ForeignRequest& request,
                                  const ForeignOutcome& outcome,
                                  const std::vector<CallgrindDump>& dumps) {
  std::vector<std::vector<const CallgrindDump*>> benchmarks;
  for (std::size_t i = 0; i + 1 < dumps.size(); ++i) {
    if (dumps[i].is_before(kBegin)) benchmarks.emplace_back();
    const bool is_timed = dumps[i].is_after("std::") &&
                          dumps[i + 1].is_before(kLogic) &&
                          !dumps[i + 1].is_before(kBegin);
    if (is_timed && !benchmarks.empty()) benchmarks.back().push_back(&dumps[i]);
  }
  const ToolReport report = nanobench_report(results_of(outcome).benchmarks);
  const auto& made = report.benchmarks;
  const auto found =
      std::ranges::find(made, request.method, &ReportedBenchmark::name);
  if (found == made.end() || benchmarks.size() != made.size()) return {};
  const auto& own = benchmarks[static_cast<std::size_t>(found - made.begin())];
  const auto& epochs = found->observations;
  if (own.size() < epochs.size()) return {};
  std::vector<CountedCalls> result;
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    result.push_back(
        {own[own.size() - epochs.size() + i], epochs[i].iterations});
  }
  return result;
}

}  // namespace
}  // namespace nanobench

const Translator& nanobench_program() {
  static constexpr Translator kTranslator{
      .execution = nanobench::execution,
      .catalogue = nanobench::catalogue,
      .run = nanobench::run,
      .dump_options = nanobench::dump_options,
      .counted = nanobench::counted,
      .has_counters = true};
  return kTranslator;
}

}  // namespace spl::runner
