#pragma once

#include <string>
#include <vector>

#include "runner/given/given_observations.hpp"
#include "spl/workload/metric.hpp"

namespace spl::runner {

/// Reads files of the form of docs/data-format.md, or reports of one other tool
/// (ReportKind), each of which is a run of its own. At least one file. Only
/// those reports name metrics; `metric` chooses one. Throws DataError and
/// FileError.
[[nodiscard]] GivenObservations read_observations(
    const std::vector<std::string>& files,
    workload::Metric metric = workload::Metric::kWall);

}  // namespace spl::runner
