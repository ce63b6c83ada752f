#pragma once

#include <vector>

#include "runner/given/given_observations.hpp"
#include "runner/system/json_text.hpp"
#include "spl/workload/metric.hpp"

namespace spl::runner {

/// Returns what hyperfine's JSON has: each report is a run of every command,
/// with `times` as its observations. A command's name reads as a performance if
/// it can, and is a method's otherwise. Throws DataError for reports that lack
/// `times`, two commands of one name, a report that is there twice and metrics
/// other than `wall`.
[[nodiscard]] GivenObservations hyperfine_observations(
    const std::vector<JsonText>& reports, workload::Metric metric);

}  // namespace spl::runner
