#include "runner/given/google_benchmark.hpp"

#include <set>
#include <utility>

#include "runner/formulas/performance_name.hpp"
#include "runner/given/benchmark_context.hpp"
#include "runner/given/foreign_report.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Returns the key of the metric in reports. Throws DataError if it has none.
std::string key_of(const MeasuredMetric& metric, const JsonText& report) {
  if (!metric.counter.empty()) return metric.counter;
  if (metric.metric == workload::Metric::kWall) return "real_time";
  if (metric.metric == workload::Metric::kCpu) return "cpu_time";
  throw DataError(
      report.file() +
      ": reports of Google Benchmark are taken for --metric wall "
      "(real_time), cpu (cpu_time) and names of counters, not for " +
      to_text(metric));
}

double nanoseconds_in(const JsonText& text, const json& unit,
                      const JsonPlace& place) {
  static const std::map<std::string, double> kTimeUnits{
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto known = kTimeUnits.find(text.text(unit, place));
  if (known == kTimeUnits.end()) {
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

/// The names of benchmarks with the numbers of their repetitions.
using RepetitionsRead = std::set<std::pair<std::string, json>>;

/// Returns the name of a benchmark. Throws DataError if a repetition of this
/// number has been read. Old reports have no such numbers.
const std::string& name_of(const JsonText& text, const json& benchmark,
                           const JsonPlace& place, RepetitionsRead& known) {
  const char* key = benchmark.contains("run_name") ? "run_name" : "name";
  const std::string& name =
      text.text(text.member(benchmark, place, key), place.at(key));
  const json index = benchmark.value("repetition_index", json());
  if (!index.is_null() && !known.emplace(name, index).second) {
    text.fail(place, "\"" + name +
                         "\" is the name of two benchmarks, which cannot be "
                         "told apart; rename one of them");
  }
  return name;
}

/// The benchmarks of a report, as far as it has been read.
struct RunRead {
  ForeignRun run = {};
  RepetitionsRead known = {};
};

void read(const JsonText& text, const json& benchmark, const JsonPlace& place,
          const MeasuredMetric& metric, RunRead& read) {
  text.require_object(benchmark, place);
  if (is_aggregate(benchmark)) return;
  const std::string& name = name_of(text, benchmark, place, read.known);
  ForeignBenchmark& repetitions = read.run[performance_of(name)];
  if (has_failed(benchmark)) {
    const json why = benchmark.value("error_message", json());
    repetitions.failure =
        failure_text(name, text.file(),
                     why.is_string() ? why.get<std::string>() : std::string());
    return;
  }
  const std::string value_key = key_of(metric, text);
  if (!metric.counter.empty() && !benchmark.contains(value_key)) {
    repetitions.failure = foreign_text(name) + " has no counter " +
                          foreign_text(value_key) + " in " + text.file();
    return;
  }
  const double unit =
      is_time(metric)
          ? nanoseconds_in(text, text.member(benchmark, place, "time_unit"),
                           place.at("time_unit"))
          : 1;
  const double value =
      unit * text.number(text.member(benchmark, place, value_key),
                         place.at(value_key));
  const std::string wrong = wrong_observation(value, metric);
  if (!wrong.empty()) {
    const bool is_remedied = value < 0 && is_time(metric);
    text.fail(place.at(value_key),
              wrong + (is_remedied
                           ? "; run the benchmark again, and make it longer or "
                             "set its manual time right"
                           : ""));
  }
  repetitions.observations.push_back(value);
}

ForeignRun run_of(const JsonText& text, const MeasuredMetric& metric) {
  (void)key_of(metric, text);  // Throws before anything else is wrong.
  RunRead found;
  const JsonPlace top;
  const JsonPlace place = top.at("benchmarks");
  const json& benchmarks = text.root()["benchmarks"];
  text.require_array(benchmarks, place);
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    read(text, benchmarks[i], place.at(i), metric, found);
  }
  if (!found.run.empty()) return found.run;
  text.fail(place, benchmarks.empty()
                       ? "there are no benchmarks in this report"
                       : "only aggregates are here, not the repetitions; run "
                         "it without --benchmark_report_aggregates_only");
}

}  // namespace

GivenObservations google_benchmark_observations(
    const std::vector<JsonText>& reports, const MeasuredMetric& metric) {
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
