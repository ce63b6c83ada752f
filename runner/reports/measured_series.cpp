#include "runner/reports/format_writers.hpp"

#include <algorithm>
#include <numeric>

#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

double mean_of(const statistics::Run& run) {
  return std::accumulate(run.begin(), run.end(), 0.0) /
         static_cast<double>(run.size());
}

std::string metric_of(const PerformanceReport& one, const Report& report) {
  if (one.metric) return to_text(*one.metric);
  return report.quantity.metric.empty() ? "1" : report.quantity.metric;
}

/// Returns the means of the runs' CPU times, if all have one.
std::vector<double> cpu_of(const Measured& measured,
                           const MeasuredSeries& series) {
  const statistics::Runs* runs = nullptr;
  if (series.metric == "cpu") runs = &measured.observations;
  for (const Recorded& one : measured.others) {
    if (one.metric == workload::Metric::kCpu) runs = &one.observations;
  }
  std::vector<double> result;
  if (runs == nullptr || runs->size() != measured.observations.size()) {
    return result;
  }
  for (const statistics::Run& one : *runs) result.push_back(mean_of(one));
  return result;
}

void add(const PerformanceReport& one, MeasuredSeries& series) {
  const Measured& measured = one.measured;
  const std::vector<double> cpu = cpu_of(measured, series);
  const bool had_cpu = series.cpu.size() == series.runs.size();
  series.runs.insert(series.runs.end(), measured.observations.begin(),
                     measured.observations.end());
  for (std::size_t i = 0; i < measured.observations.size(); ++i) {
    series.iterations.push_back(
        i < measured.records.size() ? measured.records[i].iterations : 1);
  }
  if (cpu.empty() || !had_cpu) {
    series.cpu.clear();
  } else {
    series.cpu.insert(series.cpu.end(), cpu.begin(), cpu.end());
  }
}

}  // namespace

std::vector<double> MeasuredSeries::run_means() const {
  std::vector<double> result;
  for (const statistics::Run& one : runs) result.push_back(mean_of(one));
  return result;
}

std::vector<MeasuredSeries> measured_series(const Report& report) {
  std::vector<MeasuredSeries> result;
  for (const PerformanceReport& one : report.performances) {
    if (one.measured.observations.empty()) continue;
    MeasuredSeries fresh;
    fresh.name = shown_text(to_text(one.performance));
    fresh.metric = metric_of(one, report);
    fresh.dimension = dimension(one, report);
    auto found = std::ranges::find_if(result, [&](const MeasuredSeries& other) {
      return other.name == fresh.name && other.metric == fresh.metric;
    });
    if (found == result.end()) found = result.insert(found, std::move(fresh));
    add(one, *found);
  }
  return result;
}

}  // namespace spl::runner
