#pragma once

#include <vector>

#include "runner/foreign/measured_metric.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {

/// Reports of one program by Google Benchmark, each a run of every benchmark,
/// with the repetitions as its observations: real_time for the metric `wall`,
/// cpu_time for `cpu`, and counters by their names. Aggregates are left out. A
/// benchmark that failed or lacks in a report is a failed performance. Throws
/// DataError for other metrics of SPL and for a report that is there twice.
[[nodiscard]] GivenObservations google_benchmark_observations(
    const std::vector<JsonText>& reports, const MeasuredMetric& metric);

}  // namespace spl::runner
