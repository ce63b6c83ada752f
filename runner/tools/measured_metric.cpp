#include "runner/tools/measured_metric.hpp"

#include <algorithm>
#include <iterator>

namespace spl::runner {

MeasuredMetric measured_metric(const std::string& name) {
  if (name == "real_time") return workload::Metric::kWall;
  if (name == "cpu_time") return workload::Metric::kCpu;
  const auto* known = std::find(std::begin(workload::kMetricNames),
                                std::end(workload::kMetricNames), name);
  MeasuredMetric result;
  if (known == std::end(workload::kMetricNames)) {
    result.counter = name;
  } else {
    result.metric = static_cast<workload::Metric>(
        known - std::begin(workload::kMetricNames));
  }
  return result;
}

std::string to_text(const MeasuredMetric& metric) {
  return metric.counter.empty() ? std::string(workload::to_text(metric.metric))
                                : metric.counter;
}

bool is_time(const MeasuredMetric& metric) {
  return metric.counter.empty() && workload::is_time(metric.metric);
}

bool is_counted(const std::vector<MeasuredMetric>& metrics) {
  return !metrics.empty() && metrics.front().counter.empty() &&
         workload::is_of_valgrind(metrics.front().metric);
}

bool depends_on_machine_code(const MeasuredMetric& metric) {
  if (!metric.counter.empty()) return true;
  switch (metric.metric) {
    case workload::Metric::kPageFaults:
    case workload::Metric::kAllocations:
    case workload::Metric::kAllocatedBytes:
    case workload::Metric::kPeakMemory:
      return false;
    default:
      return true;
  }
}

bool is_rate(std::string_view name) { return name.ends_with("_per_second"); }

}  // namespace spl::runner
