#include "runner/tools/translator.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace google_benchmark {
namespace {

using nlohmann::json;
using workload::Request;

constexpr double kRepetition = 200'000;     ///< ns, at least.
constexpr const char* kSeconds = "0.0002";  ///< The same.
/// The shortest call that is timed alone: timing takes some hundredths of it.
constexpr double kShortestCall = 10'000;  ///< ns.

bool counts_iterations(const ForeignRequest& request) {
  return !request.chooses_iterations;
}

/// Each observation is one iteration.
bool is_of_single_calls(const ForeignRequest& request) {
  return request.observation_ns == 0 ||
         (request.warmup_ns == 0 && request.warmup_observations == 0);
}

/// Repetitions before the first that counts.
std::uint64_t warmup_of(const ForeignRequest& request) {
  const auto asked = static_cast<double>(request.warmup_ns) / kRepetition;
  return std::max(request.warmup_observations,
                  static_cast<std::uint64_t>(std::ceil(asked)));
}

std::string min_time(const ForeignRequest& request) {
  if (is_of_single_calls(request)) {
    return counts_iterations(request) ? "1x" : "0";
  }
  if (!counts_iterations(request)) return request.is_counted ? "0" : kSeconds;
  return request.iterations == 0 ? std::string(kSeconds) + 's'
                                 : std::to_string(request.iterations) + 'x';
}

/// Returns whether the program looks for iterations that take long enough.
bool are_sought(const ForeignRequest& request) {
  return !is_of_single_calls(request) && !request.is_counted &&
         (request.iterations == 0 || !counts_iterations(request));
}

/// Whether the name of a benchmark says that its repetitions are as long as it
/// wants, or that more than their wall time counts.
bool says_how_long(const std::string& name) {
  constexpr const char* kParts[] = {
      "/iterations:", "/min_time:", "/threads:", "/process_time"};
  return std::ranges::any_of(kParts, [&](const char* part) {
    return name.find(part) != std::string::npos;
  });
}

/// Returns one benchmark of a report, or why it has none.
ReportedBenchmark repetitions_of(const std::string& name, const json& root) {
  for (ReportedBenchmark& one : google_benchmark_report(root).benchmarks) {
    if (one.name == name) return std::move(one);
  }
  return {name,
          {},
          {},
          {"is no benchmark of its program", "its name matched none"}};
}

/// Returns nothing if the report is cut off or is no JSON.
std::optional<json> root_of(const std::string& report) {
  json root = json_of(report);
  const bool is_report =
      root.is_object() && root.value("benchmarks", json()).is_array();
  return is_report ? std::optional(std::move(root)) : std::nullopt;
}

/// Each option is a variable, too. A main may take no arguments but its own, or
/// hand none on.
ForeignExecution execution_with(std::vector<std::string> options) {
  for (std::string& one : options) one.insert(0, "BENCHMARK_");
  return {{}, std::move(options), {"BENCHMARK_DRY_RUN"}};
}

ForeignExecution listing(const std::string& pattern,
                         std::vector<std::string> options = {}) {
  options.insert(options.end(),
                 {"LIST_TESTS=true", "FILTER=" + pattern, "FORMAT=console"});
  return execution_with(std::move(options));
}

/// No benchmark has an empty name.
ForeignExecution empty_listing() { return listing("^$"); }

ForeignExecution execution(const ForeignRequest& request,
                           const std::string& report) {
  if (request.task == Request::Task::kCatalogue) {
    return counts_iterations(request) ? listing("all", {"MIN_TIME=1x"})
                                      : listing("all");
  }
  const std::uint64_t repetitions = warmup_of(request) + request.observations;
  return execution_with(
      {"LIST_TESTS=false", "FILTER=" + pattern_of(request.method),
       "MIN_TIME=" + min_time(request),
       // A first call that takes long, as when it fills a cache, would end the
       // search at once.
       std::string("MIN_WARMUP_TIME=") + (are_sought(request) ? kSeconds : "0"),
       "REPETITIONS=" + std::to_string(repetitions),
       "ENABLE_RANDOM_INTERLEAVING=false", "REPORT_AGGREGATES_ONLY=false",
       "DISPLAY_AGGREGATES_ONLY=true", "FORMAT=console",
       "PERF_COUNTERS=", "OUT=" + report, "OUT_FORMAT=json"});
}

/// Before 1.8 a time is all that it takes; what is no number is reported, and
/// not used.
bool is_refused(const ForeignRequest& request, const ForeignOutcome& outcome) {
  return request.task == Request::Task::kCatalogue &&
         counts_iterations(request) &&
         outcome.errors.find("BENCHMARK_MIN_TIME is expected to be a double") !=
             std::string::npos;
}

/// Whether a program reports what its repetitions have in common only.
bool is_summary(const ReportedBenchmark& made) {
  return made.count != 1 || made.deviation;
}

/// While it looks for iterations that take long enough, a trial that was
/// preempted passes for long, and all repetitions have as few: what it takes to
/// time one is then much of them.
bool is_spoiled(const ForeignRequest& request, const ForeignOutcome& outcome) {
  const bool may_be = request.task == Request::Task::kRun &&
                      are_sought(request) && !says_how_long(request.method);
  if (!may_be || !outcome.report) return false;
  const auto root = root_of(*outcome.report);
  if (!root) return false;
  const ReportedBenchmark made = repetitions_of(request.method, *root);
  if (is_summary(made)) return false;
  std::vector<double> lengths;
  for (const ForeignObservation& one : made.observations) {
    if (lack(one, "wall")) return false;  // Asking again finds no more.
    lengths.push_back(one.wall * one.iterations);
  }
  if (lengths.empty()) return false;
  const auto middle =
      lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle < kRepetition / 2;
}

constexpr const char* kStart = "benchmark::State::StartKeepRunning(";
constexpr const char* kFinish = "benchmark::State::FinishKeepRunning(";

std::vector<std::string> dump_options() {
  return {std::string("--dump-after=") + kStart + '*',
          std::string("--dump-before=") + kFinish + '*'};
}

/// Each repetition has a dump of what lies between the two functions. More of
/// them have threads or the search for iterations.
std::vector<CountedCalls> counted(const ForeignRequest& request,
                                  const ForeignOutcome& outcome,
                                  const std::vector<CallgrindDump>& dumps) {
  const auto root = root_of(outcome.report.value_or(""));
  std::vector<const CallgrindDump*> timed;
  for (std::size_t i = 1; i < dumps.size(); ++i) {
    const bool is_timed =
        dumps[i].is_before(kFinish) && dumps[i - 1].is_after(kStart);
    if (is_timed) timed.push_back(&dumps[i]);
  }
  if (!root || timed.empty()) return {};
  const auto made = repetitions_of(request.method, *root).observations;
  if (timed.size() != made.size()) return {};
  return {{timed.back(), made.back().iterations}};
}

std::multiset<std::string> lines_of(const std::string& text) {
  std::multiset<std::string> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result.insert(line);
  return result;
}

/// Returns whether the program measured where it was to list, and so printed
/// the heading of its results.
bool has_measured(const std::string& output) {
  const std::size_t heading = output.find("\nBenchmark  ");
  return heading != output.npos &&
         output.find(" CPU   Iterations", heading) != output.npos;
}

std::optional<workload::CatalogueAnswer> catalogue(
    const ForeignRequest& request, const ForeignOutcome& outcome) {
  if (outcome.status != 0) return std::nullopt;
  workload::CatalogueAnswer answer;
  answer.chooses_iterations = request.chooses_iterations;
  if (has_measured(outcome.output)) {
    answer.failure =
        "it executes its benchmarks instead of listing them: its main must "
        "give benchmark::Initialize no options of its own";
    return answer;
  }
  answer.missing = missing_metrics(
      {workload::Metric::kWall, workload::Metric::kCpu},
      "is a program of Google Benchmark, whose times are wall and cpu");
  std::set<std::string> known;
  std::multiset<std::string> own = lines_of(outcome.own_output);
  std::istringstream lines(outcome.output);
  for (std::string line; std::getline(lines, line);) {
    if (const auto one = own.find(line); one != own.end()) {
      own.erase(one);
      continue;
    }
    // Two of one name fail when they are measured.
    if (line.empty() || !known.insert(line).second) continue;
    answer.entries.push_back(foreign_workload(line));
  }
  return answer;
}

std::optional<workload::RunAnswer> run(const ForeignRequest& request,
                                       const ForeignOutcome& outcome) {
  const std::string report = outcome.report.value_or("");
  if (report.empty() && outcome.status != 0) return std::nullopt;
  if (report.empty()) {
    return failed_run(
        "has no result: its program wrote no report; either its name matched "
        "no benchmark, or the program ended by itself");
  }
  const auto root = root_of(report);
  if (!root) {
    // A program that ends in a benchmark leaves a part of its report.
    if (outcome.status != 0) return std::nullopt;
    return failed_run(
        "has no result: the report of its program is no JSON, as if a "
        "benchmark ended the program");
  }
  const ReportedBenchmark made = repetitions_of(request.method, *root);
  if (made.failure) return failed_run(to_text(made.failure));
  if (outcome.status != 0) return std::nullopt;
  if (is_summary(made)) {
    return failed_run(
        "reports only aggregates, for its program says so "
        "(ReportAggregatesOnly); take that out");
  }
  for (const ForeignObservation& one : made.observations) {
    const std::string lack = lack_of_counters(one, request);
    if (!lack.empty()) return failed_run(lack);
  }
  if (request.observation_ns == 0 && !request.is_counted) {
    for (const ForeignObservation& one : made.observations) {
      if (one.wall >= kShortestCall) continue;
      return failed_run(
          "takes " + seconds_text(one.wall * 1e-9) +
          " a call, which is too short for Google Benchmark to time a single "
          "call: 10 us are long enough");
    }
  }
  return answer_of(made.observations, warmup_of(request), request);
}

}  // namespace
}  // namespace google_benchmark

std::string pattern_of(std::string_view name) {
  std::string pattern = "^";
  for (const char one : name) {
    // An escape of any other character is an error.
    constexpr std::string_view kMeaning = "\\.[(){*+?|^$";
    if (kMeaning.find(one) != kMeaning.npos) pattern += '\\';
    pattern += one;
  }
  return pattern + '$';
}

const Translator& google_benchmark_program() {
  static constexpr Translator kTranslator{
      .execution = google_benchmark::execution,
      .catalogue = google_benchmark::catalogue,
      .run = google_benchmark::run,
      .dump_options = google_benchmark::dump_options,
      .counted = google_benchmark::counted,
      .own_output = google_benchmark::empty_listing,
      .is_refused = google_benchmark::is_refused,
      .is_spoiled = google_benchmark::is_spoiled,
      .has_counters = true,
      .repeats_setup = true};
  return kTranslator;
}

}  // namespace spl::runner
