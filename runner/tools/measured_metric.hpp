#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spl/workload/metric.hpp"

namespace spl::runner {

/// A metric as users name it: one of SPL's, or a counter that programs of
/// another framework report.
struct MeasuredMetric {
  workload::Metric metric = workload::Metric::kWall;
  std::string counter = {};  ///< Its name, instead of `metric`; empty: none.

  MeasuredMetric() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): each metric is one.
  MeasuredMetric(workload::Metric one) : metric(one) {}

  friend bool operator==(const MeasuredMetric&,
                         const MeasuredMetric&) = default;
};

/// Returns the metric of SPL that has this name, or else a counter.
[[nodiscard]] MeasuredMetric measured_metric(const std::string& name);

[[nodiscard]] std::string to_text(const MeasuredMetric& metric);

/// Returns whether a metric is in ns; all others are counts without a unit.
[[nodiscard]] bool is_time(const MeasuredMetric& metric);

/// Returns whether Valgrind counts the first of the metrics, which decides.
[[nodiscard]] bool is_counted(const std::vector<MeasuredMetric>& metrics);

/// Returns whether a metric is about machine code, and so about how that was
/// optimised and where it lies; memory that a program asks for is not.
[[nodiscard]] bool depends_on_machine_code(const MeasuredMetric& metric);

/// Returns whether a name is that of a rate, which is better if it is larger:
/// it ends with "_per_second".
[[nodiscard]] bool is_rate(std::string_view name);

}  // namespace spl::runner
