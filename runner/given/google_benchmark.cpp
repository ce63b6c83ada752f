#include "runner/given/google_benchmark.hpp"

#include "runner/formulas/performance_name.hpp"
#include "runner/given/benchmark_context.hpp"
#include "runner/given/foreign_report.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Returns the key of the metric in reports. Throws DataError if it has none.
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
          workload::Metric metric, ForeignRun& run) {
  text.require_object(benchmark, place);
  if (is_aggregate(benchmark)) return;
  const char* key = benchmark.contains("run_name") ? "run_name" : "name";
  const std::string& name =
      text.text(text.member(benchmark, place, key), place.at(key));
  ForeignBenchmark& repetitions = run[performance_of(name)];
  if (has_failed(benchmark)) {
    const json why = benchmark.value("error_message", json());
    repetitions.failure =
        failure_text(name, text.file(),
                     why.is_string() ? why.get<std::string>() : std::string());
    return;
  }
  const std::string_view key_of_time = time_key(metric, text);
  const double size = nanoseconds_in(
      text, text.member(benchmark, place, "time_unit"), place.at("time_unit"));
  const double time =
      size * text.number(text.member(benchmark, place, key_of_time),
                         place.at(key_of_time));
  const std::string wrong = wrong_observation(time, metric);
  if (!wrong.empty()) {
    text.fail(place.at(key_of_time),
              wrong + (time < 0 ? "; run the benchmark again, and make it "
                                  "longer or set its manual time right"
                                : ""));
  }
  repetitions.observations.push_back(time);
}

ForeignRun run_of(const JsonText& text, workload::Metric metric) {
  (void)time_key(metric, text);  // Throws before anything else is wrong.
  ForeignRun run;
  const JsonPlace top;
  const JsonPlace place = top.at("benchmarks");
  const json& benchmarks = text.root()["benchmarks"];
  text.require_array(benchmarks, place);
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    read(text, benchmarks[i], place.at(i), metric, run);
  }
  if (!run.empty()) return run;
  text.fail(place, benchmarks.empty()
                       ? "there are no benchmarks in this report"
                       : "only aggregates are here, not the repetitions; run "
                         "it without --benchmark_report_aggregates_only");
}

}  // namespace

GivenObservations google_benchmark_observations(
    const std::vector<JsonText>& reports, workload::Metric metric) {
  std::vector<ForeignReport> all;
  for (const JsonText& report : reports) {
    all.push_back({report.file(), report.root()["benchmarks"].dump(),
                   run_of(report, metric)});
  }
  GivenObservations result = united(all, metric);
  result.warnings = context_warnings(reports);
  return result;
}

}  // namespace spl::runner
