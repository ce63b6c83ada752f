#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/given/given_observations.hpp"
#include "spl/workload/metric.hpp"

namespace spl::runner {

/// Reads files of the form of docs/data-format.md, reports of spl-run, or
/// reports of one other tool (ReportKind), each of which is a run of its own.
/// At least one file. Only reports name metrics; `metric` chooses one, by
/// default the one that decided in reports of spl-run, and `wall` in others.
/// Throws DataError and FileError.
[[nodiscard]] GivenObservations read_observations(
    const std::vector<std::string>& files,
    std::optional<workload::Metric> metric = std::nullopt);

}  // namespace spl::runner
