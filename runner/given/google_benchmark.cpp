#include "runner/given/google_benchmark.hpp"

#include <cmath>

#include "runner/formulas/performance_name.hpp"
#include "runner/given/benchmark_context.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// What one report says of one benchmark.
struct Repetitions {
  std::vector<double> nanoseconds;
  std::string failure;
};

using Run = std::map<logic::Performance, Repetitions>;

/// Where a report has the metric. Throws DataError where it has none.
std::string_view time_key(workload::Metric metric, const JsonText& report) {
  if (metric == workload::Metric::kWall) return "real_time";
  if (metric == workload::Metric::kCpu) return "cpu_time";
  throw DataError(report.file() +
                  ": reports of Google Benchmark are taken for --metric wall "
                  "(real_time) and cpu (cpu_time), not for " +
                  std::string(workload::to_text(metric)));
}

double nanoseconds_in(const JsonText& text, const json& unit,
                      const JsonPlace& place) {
  static const std::map<std::string, double> kUnits{
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto known = kUnits.find(text.text(unit, place));
  if (known == kUnits.end()) {
    text.fail(place, "unknown unit \"" + unit.get<std::string>() +
                         "\"; it is ns, us, ms or s");
  }
  return known->second;
}

/// Old reports have no run_type and no run_name.
bool is_aggregate(const json& benchmark) {
  return benchmark.value("run_type", json()) == "aggregate" ||
         benchmark.contains("aggregate_name");
}

bool has_failed(const json& benchmark) {
  return benchmark.value("error_occurred", json()) == true ||
         benchmark.value("skipped", json()) == true;
}

void read(const JsonText& text, const json& benchmark, const JsonPlace& place,
          std::string_view key_of_time, Run& run) {
  text.require_object(benchmark, place);
  if (is_aggregate(benchmark)) return;
  const char* key = benchmark.contains("run_name") ? "run_name" : "name";
  const std::string& name =
      text.text(text.member(benchmark, place, key), place.at(key));
  Repetitions& repetitions = run[performance_of(name)];
  if (has_failed(benchmark)) {
    const json why = benchmark.value("error_message", json());
    repetitions.failure =
        foreign_text(name) + " failed in " + text.file() +
        (why.is_string() ? ": " + foreign_text(why.get<std::string>()) : "");
    return;
  }
  const double size = nanoseconds_in(
      text, text.member(benchmark, place, "time_unit"), place.at("time_unit"));
  const double time =
      size * text.number(text.member(benchmark, place, key_of_time),
                         place.at(key_of_time));
  if (time < 0) {
    text.fail(place.at(key_of_time),
              "a duration is not negative; run the benchmark again, and make "
              "it longer or set its manual time right");
  }
  if (!(std::abs(time) < kLargestObservation)) {
    text.fail(place.at(key_of_time),
              "this observation is too large to calculate with");
  }
  repetitions.nanoseconds.push_back(time);
}

Run run_of(const JsonText& text, workload::Metric metric) {
  const std::string_view key_of_time = time_key(metric, text);
  Run run;
  const JsonPlace top;
  const JsonPlace place = top.at("benchmarks");
  const json& benchmarks = text.root()["benchmarks"];
  text.require_array(benchmarks, place);
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    read(text, benchmarks[i], place.at(i), key_of_time, run);
  }
  if (!run.empty()) return run;
  text.fail(place, benchmarks.empty()
                       ? "there are no benchmarks in this report"
                       : "only aggregates are here, not the repetitions; run "
                         "it without --benchmark_report_aggregates_only");
}

GivenPerformance united(const logic::Performance& performance,
                        const std::vector<Run>& runs,
                        const std::vector<JsonText>& reports) {
  std::vector<std::vector<double>> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto found = runs[i].find(performance);
    if (found == runs[i].end()) {
      return {logic::Failure{to_text(performance) + " is not in " +
                             reports[i].file() +
                             ", and each report is a run of all benchmarks"},
              {}};
    }
    if (!found->second.failure.empty()) {
      return {logic::Failure{found->second.failure}, {}};
    }
    all.push_back(found->second.nanoseconds);
  }
  return {statistics::Sample(std::move(all)), {}};
}

/// What counts twice would prove what once does not.
void require_different_runs(const std::vector<JsonText>& reports) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (reports[i].root()["benchmarks"] != reports[j].root()["benchmarks"]) {
        continue;
      }
      throw DataError(reports[i].file() + ": the benchmarks are those of " +
                      reports[j].file() +
                      ", and each file counts as a run of its own; give each "
                      "run once");
    }
  }
}

}  // namespace

bool is_google_benchmark(const JsonText& text) {
  return text.root().is_object() && text.root().contains("benchmarks");
}

GivenObservations google_benchmark_observations(
    const std::vector<JsonText>& reports, workload::Metric metric) {
  std::vector<Run> runs;
  for (const JsonText& report : reports) {
    runs.push_back(run_of(report, metric));
  }
  require_different_runs(reports);
  GivenObservations result;
  result.metric = workload::to_text(metric);
  result.warnings = context_warnings(reports);
  for (const Run& run : runs) {
    for (const auto& [performance, repetitions] : run) {
      if (result.performances.contains(performance)) continue;
      result.performances.emplace(performance,
                                  united(performance, runs, reports));
    }
  }
  return result;
}

}  // namespace spl::runner
