#include "runner/tools/tool_report.hpp"

#include <algorithm>
#include <utility>

#include "spl/workload/metric.hpp"

namespace spl::runner {
namespace nanobench_results {
namespace {

using nlohmann::json;
using workload::Metric;

/// nanobench names benchmarks without a title so.
constexpr std::string_view kDefaultTitle = "benchmark";

/// A count of nanobench, with the name of the metric.
constexpr std::pair<const char*, std::string_view> kCounters[] = {
    {"instructions", workload::to_text(Metric::kInstructions)},
    {"cpucycles", workload::to_text(Metric::kCycles)},
    {"branchmisses", workload::to_text(Metric::kBranchMisses)},
    {"pagefaults", workload::to_text(Metric::kPageFaults)},
    {"contextswitches", "contextswitches"},
    {"branchinstructions", "branchinstructions"}};

std::string name_of(const json& result) {
  const std::string title = text_at(result, "title");
  const std::string name = text_at(result, "name");
  const bool has_title = !title.empty() && title != kDefaultTitle;
  return has_title && !name.empty() ? title + '/' + name : name;
}

ForeignObservation observation_of(const json& measurement) {
  ForeignObservation one{kSecond * number_at(measurement, "elapsed"), kNoValue,
                         number_at(measurement, "iterations", 1)};
  for (const auto& [key, name] : kCounters) {
    if (!measurement.contains(key)) continue;
    one.counters.emplace(name, number_at(measurement, key));
  }
  return one;
}

bool counts(const ReportedBenchmark& benchmark) {
  return std::ranges::any_of(
      benchmark.observations, [](const ForeignObservation& one) {
        return std::ranges::any_of(
            one.counters, [](const auto& count) { return count.second != 0; });
      });
}

ReportedBenchmark benchmark_of(const json& result) {
  ReportedBenchmark one{name_of(result)};
  const json measurements = result.value("measurements", json());
  if (!result.contains("measurements")) {
    one.failure = {
        "has medians only",
        "render the report with ankerl::nanobench::templates::json()"};
    return one;
  }
  for (const json& each : measurements) {
    if (each.is_object()) one.observations.push_back(observation_of(each));
  }
  if (one.observations.empty()) one.failure = {"has no epochs"};
  if (counts(one)) return one;
  for (ForeignObservation& each : one.observations) each.counters.clear();
  return one;
}

ToolReport read(const std::vector<json>& results) {
  ToolReport report;
  bool has_batches = false;
  json batch;
  for (const json& result : results) {
    if (!result.is_object()) continue;
    report.benchmarks.push_back(benchmark_of(result));
    const json own = result.value("batch", json(1));
    has_batches = has_batches || (!batch.is_null() && batch != own);
    batch = own;
  }
  if (has_batches) {
    report.remarks.emplace_back(
        "the \"batch\" of the benchmarks differs; what is compared here is an "
        "iteration, while nanobench's table divides it by its batch");
  }
  tell_apart(report);
  return report;
}

}  // namespace
}  // namespace nanobench_results

ToolReport nanobench_report(const std::vector<nlohmann::json>& results) {
  return nanobench_results::read(results);
}

}  // namespace spl::runner
