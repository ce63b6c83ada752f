#pragma once

#include <vector>

#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"
#include "spl/workload/metric.hpp"

namespace spl::runner {

/// Returns what nanobench's templates::json() has: each report is a run of
/// every benchmark, with an observation for each of its `measurements`, of one
/// iteration whatever `batch` says. Its name, or `TITLE/NAME` with a title that
/// is not the default, reads as a performance if it can, and is a method's
/// otherwise.
/// Throws DataError for reports that lack `measurements`, two of one name, a
/// report that is there twice, metrics that nanobench does not have and those
/// that it could not count.
[[nodiscard]] GivenObservations nanobench_observations(
    const std::vector<JsonText>& reports, workload::Metric metric);

}  // namespace spl::runner
